// How moment.js names months and weekdays, counts weeks and writes ordinals, by locale, as JSON.
// Obsidian names days by it. `npm install moment` in some folder, then:
//     NODE_PATH=FOLDER/node_modules node tests/support/moment_names.js > moment.json
const fs = require("fs");
const path = require("path");
const moment = require("moment");

const found = {};
const folder = path.join(path.dirname(require.resolve("moment/package.json")), "locale");
const names = fs.readdirSync(folder).map((file) => file.replace(".js", ""));
for (const name of ["en", ...names]) {
  if (name !== "en") require(`moment/locale/${name}`);
  const at = (year, month, day) => moment.utc([year, month, day]).locale(name);
  const each = (count, told) => Array.from({ length: count }, (_, n) => told(n));
  const plain = (text) => moment.localeData(name).preparse(text);
  const behind = (month, token) => plain(at(2026, month, 1).format(`D ${token}`)).replace(/^1 /, "");
  const data = moment.localeData(name);
  found[name] = {
    months: each(12, (n) => [behind(n, "MMMM"), plain(at(2026, n, 1).format("MMMM"))]),
    short_months: each(12, (n) => [behind(n, "MMM"), plain(at(2026, n, 1).format("MMM"))]),
    days: each(7, (n) => [plain(at(2026, 5, 1 + n).format("dddd"))]), // 1 June 2026 is a Monday
    short_days: each(7, (n) => [plain(at(2026, 5, 1 + n).format("ddd"))]),
    min_days: each(7, (n) => [plain(at(2026, 5, 1 + n).format("dd"))]),
    nth: each(31, (n) => plain(at(2026, 0, 1 + n).format("Do"))),
    week: [(data.firstDayOfWeek() + 6) % 7, 7 + data.firstDayOfWeek() - data.firstDayOfYear()],
  };
}
process.stdout.write(JSON.stringify(found));
