"""Pairs of a line of memory and a note in English, and how they stand to each other."""

import pytest

from desktop_app.dreams.builtin.relating.relate import relate
from desktop_app.dreams.builtin.relating.sense import sense

# Memory, note, and the line after the change; None where the note takes its place.
UPDATE = [
    (
        "Ana lives in Porto and works for a shipping company",
        "Ana moved to Lisbon over the weekend",
        "Ana lives in Lisbon and works for a shipping company",
    ),
    (
        "Weekly sync with design: Tuesdays 10:00",
        "design sync is Wednesdays at 10 from now on",
        "Weekly sync with design: Wednesdays 10:00",
    ),
    (
        "Our accountant is Peter Hallam",
        "new accountant: Judith Orr (Peter retired)",
        "Our accountant is Judith Orr",
    ),
    (
        "Staging runs Postgres 14",
        "Upgraded staging to Postgres 16 this morning",
        "Staging runs Postgres 16",
    ),
    (
        "rent is 850 a month, due on the 1st",
        "landlord raised the rent to 920 starting January",
        "rent is 920 a month, due on the 1st",
    ),
    (
        "Tom takes care of the newsletter",
        "the newsletter goes to Priya now, Tom has too much on",
        "Priya takes care of the newsletter",
    ),
    (
        "Dentist: Dr. Meyer, Hauptstr. 12",
        "switched dentists, we're with Dr. Sandhu now",
        "Dentist: Dr. Sandhu, Hauptstr. 12",
    ),
    (
        "Milo is on 5 mg of prednisone twice a day",
        "vet lowered Milo's prednisone to 2.5 mg",
        "Milo is on 2.5 mg of prednisone twice a day",
    ),
    (
        "Guest wifi is called HarborGuest",
        "guest wifi got renamed, it's LighthouseGuest now",
        "Guest wifi is called LighthouseGuest",
    ),
    (
        "CI runs on CircleCI",
        "we dropped CircleCI, CI is on GitHub Actions now",
        "CI runs on GitHub Actions",
    ),
    (
        "API rate limit: 100 requests per minute",
        "rate limit on the API bumped to 250/min",
        "API rate limit: 250 requests per minute",
    ),
    (
        "Grandma's phone: 01632 960 112",
        "Grandma has a new number, 01632 960 887",
        "Grandma's phone: 01632 960 887",
    ),
    (
        "Bins go out on Monday evening",
        "Council changed bin day: Wednesday from February",
        "Bins go out on Wednesday evening",
    ),
    ("Subscribed to the Guardian weekly", "Cancelled the Guardian weekly", None),
    (
        "Kasia leads the mobile team",
        "Kasia left, Jonas is taking over mobile",
        "Jonas leads the mobile team",
    ),
    (
        "We deploy on Fridays",
        "No more Friday deploys, we ship on Tuesdays instead",
        "We deploy on Tuesdays",
    ),
    ("Default branch is master", "renamed the default branch to main", "Default branch is main"),
    (
        "The report is due on 27 November",
        "The report is now due on 4 December",
        "The report is due on 4 December",
    ),
    (
        "Choir rehearses Thursdays 19:30 in the parish hall",
        "choir rehearsal has moved to the school gym",
        "Choir rehearses Thursdays 19:30 in the school gym",
    ),
    ("Emma drinks oat milk", "Emma has gone off oat milk, she takes soy these days", None),
    (
        "Session timeout is 30 minutes",
        "security asked us to cut the session timeout to 15 minutes, done",
        "Session timeout is 15 minutes",
    ),
    ("The shop opens at 9", "from Monday the shop opens at 8", "The shop opens at 8"),
    (
        "The cleaner comes every Thursday",
        "cleaner switched to Fridays",
        "The cleaner comes every Friday",
    ),
    ("Ben's locker is number 112", "Ben got a new locker, 87", "Ben's locker is number 87"),
    (
        "Invoices go to billing@orrin.example",
        "billing address for invoices changed to accounts@orrin.example",
        "Invoices go to accounts@orrin.example",
    ),
    (
        "Frontend is built with Webpack",
        "Migrated the frontend build from Webpack to Vite",
        "Frontend is built with Vite",
    ),
    (
        "Book club meets at Lena's",
        "book club: Lena's place is being renovated, we meet at Marta's from now on",
        "Book club meets at Marta's",
    ),
    (
        "Dr. Okafor is the on-call vet",
        "Dr Okafor has left the practice; Dr Lindgren is on call now",
        "Dr Lindgren is the on-call vet",
    ),
    (
        "Max is in class 3b with Mrs. Weber",
        "Max is in class 4b now",
        "Max is in class 4b with Mrs. Weber",
    ),
    (
        "Gym membership costs 39.90 a month",
        "gym's putting the price up to 44.90",
        "Gym membership costs 44.90 a month",
    ),
    (
        "Log retention is 30 days",
        "retention extended to 90 days for the logs",
        "Log retention is 90 days",
    ),
    (
        "The van is parked on level 2",
        "van's parked on level 4 these days",
        "The van is parked on level 4",
    ),
    (
        "Nightly job writes to s3://raw-dumps",
        "nightly job no longer writes to s3://raw-dumps, it writes to s3://lake-landing",
        "Nightly job writes to s3://lake-landing",
    ),
    ("Lisa is a vegetarian", "Lisa isn't a vegetarian any more", None),
    (
        "Heating is set to 21 degrees",
        "turned the heating down to 19 for good",
        "Heating is set to 19 degrees",
    ),
    (
        "Sprint length is two weeks",
        "we agreed sprints will be three weeks going forward",
        "Sprint length is three weeks",
    ),
    (
        "Coffee beans from Kaffa Roasters",
        "Kaffa Roasters closed down, getting beans from Tambo now",
        "Coffee beans from Tambo",
    ),
    ("Redis listens on 6379", "changed the Redis port to 6380", "Redis listens on 6380"),
    ("Exam is on 12 June", "exam has been brought forward to 5 June", "Exam is on 5 June"),
    (
        "The lease runs until March 2027",
        "lease extended until March 2029",
        "The lease runs until March 2029",
    ),
    (
        "Insulin: 12 units at breakfast",
        "doctor increased the breakfast insulin to 14 units",
        "Insulin: 14 units at breakfast",
    ),
    (
        "Meeting room for the board is Kestrel",
        "The board meets in Osprey from now on, Kestrel is too small",
        "Meeting room for the board is Osprey",
    ),
    (
        "The pool is closed on Mondays",
        "pool's new closing day is Tuesday",
        "The pool is closed on Tuesday",
    ),
    (
        "Terraform state lives in the bucket tf-state-old",
        "terraform state was migrated to tf-state-eu",
        "Terraform state lives in the bucket tf-state-eu",
    ),
    ("Hanna works at Siemens", "Hanna quit Siemens and started at Bosch", "Hanna works at Bosch"),
    (
        "Feature flags are in LaunchDarkly",
        "LaunchDarkly is gone, flags live in a config table",
        "Feature flags are in config table",
    ),
    ("We use yarn", "switched from yarn to pnpm", "We use pnpm"),
    ("Team lunch every Wednesday", "team lunch is off until further notice", None),
    (
        "Key for the shed hangs by the back door",
        "moved the shed key: it hangs in the garage now",
        "Key for the shed hangs by the garage",
    ),
    (
        "Yoga with Petra on Thursdays at 18:30",
        "Yoga starts at 19:00 now",
        "Yoga with Petra on Thursdays at 19:00",
    ),
    ("The club has 48 members", "we're 53 members now at the club", "The club has 53 members"),
    (
        "The release manager is Aylin",
        "Aylin handed release management over to Sven",
        "The release manager is Sven",
    ),
    (
        "The baker delivers at 6:30",
        "deliveries from the baker come at 7 from next week",
        "The baker delivers at at 7",
    ),
    (
        "Error budget alert goes to #ops-alerts",
        "error budget alerts now go to #sre-pager",
        "Error budget alert goes to #sre-pager",
    ),
    (
        "Search is Elasticsearch 7",
        "Elasticsearch was replaced with OpenSearch 2",
        "Search is OpenSearch 2",
    ),
    (
        "Annual fee of the sailing club: 210 euros",
        "Club fee goes up to 240 euros next year",
        "Annual fee of the sailing club: 240 euros",
    ),
    (
        "Uncle Ray is in hospital, ward 7",
        "Uncle Ray was moved to ward 3",
        "Uncle Ray is in hospital, ward 3",
    ),
    (
        "The tenant upstairs is Mr. Novak",
        "Mr Novak moved out, Ms Duarte is the new tenant upstairs",
        "The tenant upstairs is Ms Duarte",
    ),
    (
        "Java 11 on all build agents",
        "all build agents are on Java 17 as of today",
        "Java 17 on all build agents",
    ),
    ("Lola walks at 7 and 19", "Lola's evening walk is at 20 now", "Lola walks at 20 and 19"),
    (
        "Amira teaches the beginners on Saturday",
        "Amira won't be teaching the beginners any more",
        None,
    ),
    (
        "Printer on the 2nd floor: HP LaserJet 402",
        "2nd floor printer died, there's a Kyocera P3145 there now",
        "Printer on the 2nd floor: Kyocera P3145",
    ),
    (
        "Committee meets the first Tuesday, 19:00, clubhouse",
        "committee meeting shifted to first thursdays (Anke's night class)",
        "Committee meets the first thursday, 19:00, clubhouse",
    ),
    (
        "Max 12 participants per course",
        "upped the course limit to 16 after the new tables arrived",
        "Max 16 participants per course",
    ),
    (
        "Landlord: Frau Kessler",
        "house was sold, landlord is a Herr Öztürk now",
        "Landlord: Herr Öztürk",
    ),
    (
        "Milk order: 6 litres on Fridays",
        "milk order cut to 4 litres",
        "Milk order: 4 litres on Fridays",
    ),
    (
        "Support inbox is answered by Tilda",
        "Tilda's on leave till spring, Mo answers the support inbox",
        "Support inbox is answered by Mo",
    ),
    (
        "Grandad takes 75 mcg thyroxine",
        "grandad's thyroxine went up to 88 mcg",
        "Grandad takes 88 mcg thyroxine",
    ),
    ("Piotr is allergic to cats", "turns out Piotr's cat allergy is gone, tested negative", None),
    (
        "The band rehearses in Uli's garage",
        "band: no more garage, Uli sold the house, we rehearse in the old fire station",
        "The band rehearses in fire station",
    ),
    (
        "Log level in prod: INFO",
        "set prod log level to WARN, disk was filling up",
        "Log level in prod: WARN",
    ),
    (
        "Sofia's teacher is Ms Arden",
        "Ms Arden went on maternity leave, Sofia has Mr Boyle until summer",
        "Sofia's teacher is Mr Boyle",
    ),
    (
        "Car insurance is with Allianz, 480 a year",
        "switched the car insurance to HUK",
        "Car insurance is with HUK, 480 a year",
    ),
    (
        "Newsletter goes out on the 1st of the month",
        "newsletter goes out on the 15th from now on",
        "Newsletter goes out on the 15th of the month",
    ),
    (
        "node exporter listens on 9100",
        "node exporter moved to 9101, port clash",
        "node exporter listens on 9101",
    ),
    (
        "Lunch budget is 8 euros a head",
        "caterer raised prices, lunch is 9.50 a head now",
        "Lunch budget is 9.50 euros a head",
    ),
    (
        "We keep chickens, five hens",
        "fox got two, we're down to three hens",
        "We keep chickens, three hens",
    ),
    (
        "Agent runs as user `botsvc`",
        "agent runs under `agent-ro` since the audit",
        "Agent runs as user `agent-ro`",
    ),
    (
        "Wednesday choir is led by Frau Pohl",
        "Frau Pohl stepped down, Jannik conducts the wednesday choir",
        "Wednesday choir is led by Jannik",
    ),
    (
        "Python 3.10 is the minimum version",
        "dropped support for 3.10, minimum is Python 3.11",
        "Python 3.11 is the minimum version",
    ),
    (
        "mooring fees are paid quarterly",
        "harbourmaster wants mooring fees paid yearly from 2027",
        "mooring fees are paid yearly",
    ),
]
CONFLICT = [
    ("The spare key is with Mrs. Olsen", "spare key's with the Hendersons"),
    ("Leo's shoe size is 34", "Leo wears size 36"),
    ("Nina is allergic to penicillin", "Nina isn't allergic to penicillin"),
    ("The workshop was founded in 1984", "the workshop was founded in 1986"),
    ("AC in the server room is set to 19 degrees", "AC in the server room is set to 21"),
    ("Favourite colour for the hall is purple", "Favourite colour for the hall is cyan"),
    ("The report is due on 27 November", "report due 4 December"),
    ("Omar's birthday is 3 June", "Omar's birthday: June 5"),
    ("Wifi channel is 6", "wifi is on channel 11"),
    ("Commit messages in English", "commit messages are in German"),
    ("The bakery closes at 18:00", "bakery closes 18:30"),
    ("Max file size is 10 MB", "upload limit is 25 MB per file"),
    ("The cat is neutered", "the cat isn't neutered"),
    ("Jonas signs off the survey report", "Jonas does not sign off the survey report"),
    ("Spare fuse box key hangs in the cellar", "spare fuse box key is in the hallway drawer"),
    ("Deploys only from main", "deploys from any branch are ok"),
    ("The bridge opens at low water", "bridge opens at high water"),
    ("Rec room wifi: channel 36", "rec room wifi is on channel 44"),
    ("Retry limit is 3", "retry limit: 5"),
    ("The archive is on the third floor", "archive: second floor, turn left"),
    ("Hamster's called Pip", "the hamster's name is Pepper"),
    ("Invoices are due within 30 days", "invoices are payable within 14 days"),
]
DIFFERENT = [
    ("Ana lives in Porto", "Ana's sister moved to Lisbon"),
    ("Ana lives in Porto", "Ana moved the meeting to Lisbon"),
    ("Standup is at 9:30", "retro moved to 15:00"),
    ("Printer in room 204 is an HP", "printer in room 210 was replaced with a Brother"),
    ("db-1 has 64 GB of RAM", "db-2 upgraded to 128 GB of RAM"),
    ("Tom's birthday is 4 May", "Tom's appointment moved to 6 May"),
    ("Milo takes prednisone 5 mg", "Milo now weighs 31 kg"),
    ("The importer is written in Go", "the importer now has 40 endpoints"),
    ("Freezer B alarm goes to Hugo", "Freezer A got a new compressor"),
    ("Rent is due on the 1st", "salary now comes on the 3rd"),
    ("Lena prefers tea", "Lena changed her phone number to 555-0142"),
    ("Weekly call with Acme on Tuesdays", "weekly call with Borland moved to Wednesdays"),
    ("The kitchen light is on timer 2", "hall light switched to timer 3"),
    ("Office coffee comes from Kaffa", "The office has 14 desks now"),
    ("Ella has piano on Mondays", "Ella's football moved from Mondays to Fridays"),
    ("Prod uses Postgres 15", "staging switched to Postgres 16"),
    ("Grandpa takes ramipril", "Grandma stopped taking ramipril"),
    ("Berth 4 has shore power", "berth 5 no longer has shore power"),
    ("Jonas leads the survey", "Jonas no longer eats meat"),
    ("Sara's flight lands at 14:10", "Sara's train now leaves at 14:40"),
    ("The report is written by Mara", "the report template changed to A4"),
    ("Invoices are sent on the 5th", "invoices are now printed on recycled paper"),
    ("Milk delivery on Tuesday", "newspaper delivery switched to Tuesday"),
    ("The car is a Skoda Octavia", "took the car to the new garage in Ash Lane"),
    ("The website uses Hugo", "Hugo moved to the backend team"),
    ("Theo is in class 2a", "Theo's class went to the zoo on 3 May"),
    ("The club meets on Fridays", "on Friday we replaced the club's kettle"),
    ("Nora's locker is 112", "Nora's bike lock is now 4 digits"),
    ("Linter is ruff", "formatter switched to black"),
    ("Payments team owns the ledger", "Payments team hired two people, now eight"),
    ("We use Slack for alerts", "we now use Slack for standups too"),
    ("Mooring fee is 120", "mooring 12 got a new buoy"),
    ("Anton plays the cello", "Anton has a new bow"),
    ("The vet is open until 18:00", "the vet said Milo needs new food"),
    ("Liam's inhaler is in the blue bag", "Liam's new bag is green"),
    ("Deploy window is Tuesday 14:00", "deploy failed at 14:20, retried"),
    ("The VPN config is in vault/net", "The VPN is faster since the new router"),
    ("Aunt Vera has two cats", "Aunt Vera moved to Leeds"),
    ("The heating is serviced in October", "the heating bill went up to 180"),
    ("Chapter 3 is translated by Iris", "chapter 4 goes to Owen now, Iris is ill"),
    ("Kids' bedtime is 19:30", "dinner's moved to 18:15"),
    ("Marta handles the payroll", "Marta now sits in room 3.14"),
    ("The greenhouse door sticks", "new greenhouse thermometer, shows 24"),
    ("Project Heron ends in June", "Project Osprey now ends in July"),
    ("Node 18 in the web repo", "mobile repo bumped to Node 20"),
    ("Emil's football shirt is number 9", "Emil scored 9 goals now"),
    ("Dad parks at level 2", "Mum's car moved to level 3"),
    ("Server time is UTC", "server racks moved to Frankfurt"),
    ("Team lead is Ivo", "team offsite changed to 12 September"),
    ("User wants short answers", "user wants tests for new code"),
    ("The June invoice is 480", "the July invoice is 510"),
    ("Pump 1 runs at 40 Hz", "pump 2 set to 45 Hz now"),
    ("Wednesday is gym day", "Wednesday's dinner is leftovers now"),
    ("The license costs 90 a year", "the license key moved to the vault"),
    ("May is the new intern's name", "The intern's contract ends in May"),
    ("Will reviews the contracts", "the contracts will now be stored in Box"),
    ("Nils brings the kids to kindergarten on Mondays", "Nils now plays handball on Mondays"),
    ("Support inbox is answered by Tilda", "Tilda's desk moved next to the window"),
    ("Grafana runs on obs-01", "moved Loki to obs-02"),
    ("Car insurance is with Allianz", "house insurance switched to HUK"),
    ("PRs need one approval", "PRs are now labelled by size"),
    ("Retry limit is 3", "request timeout raised to 20 s"),
    ("Sofia's teacher is Ms Arden", "Sofia's swimming teacher is now Mr Boyle"),
    ("Milk order: 6 litres on Fridays", "bread order changed to 12 rolls on Fridays"),
    ("Wednesday choir is led by Frau Pohl", "Frau Pohl now lives in Kassel"),
    ("Tyres are stored at Reifen Schmitt", "bought new wipers at Auto Wolff"),
    ("Lunch budget is 8 euros a head", "dinner budget went up to 25 euros a head"),
    ("Chart scale is 1:5000", "chart paper switched to matte"),
    ("Piotr is allergic to cats", "Piotr adopted a dog, now has two"),
    ("Log level in prod: INFO", "prod logs moved to the new bucket"),
    ("Elin plays in goal", "Elin's shirt number changed to 12"),
    ("Staging DB is wiped on Sundays", "staging got a new TLS cert"),
    ("The archive is on the third floor", "the third floor got new carpet"),
    ("Jo is single", "Jo changed jobs, now at the port authority"),
    ("Mateo wants his eggs soft", "Mateo no longer wants milk in his tea"),
    ("bus 12 leaves at 7:10", "bus 21 now leaves at 7:25"),
    ("Committee meets the first Tuesday", "committee lunch moved to the Anchor"),
    ("agent may read the calendar", "agent now posts a daily summary"),
    ("We keep chickens, five hens", "neighbour now keeps three geese"),
    ("Python 3.10 is the minimum version", "Node 20 is now the minimum in the web repo"),
    ("Hanno's flight is LH 182", "Hanno's hotel changed to the Ibis"),
    ("Frida is the treasurer", "Frida's term as secretary of the choir ended"),
    ("Backups are encrypted with age", "backups of the wiki moved to 03:00"),
    ("User prefers dark roast", "user switched to a dark theme"),
    ("Gate 3 opens at 6", "gate 5 is now opened by remote"),
    ("The freezer is full of stock", "new freezer bags, 3 litres"),
]
DUPLICATE = [
    ("Leo is allergic to peanuts", "reminder: Leo's allergic to peanuts"),
    ("The shop is closed on Sundays", "shop closed Sundays"),
    ("Nightly backups run at 02:00", "backups run every night at 2am"),
    ("Kofi takes his coffee black", "Kofi: black coffee"),
    ("Release notes are written in English", "English for the release notes, as always"),
    ("The spare key is under the blue pot", "spare key: under the blue pot!"),
    ("Prod DB is Postgres 15 on db-main", "db-main is the prod DB, Postgres 15"),
    ("Ida's birthday is on 3 May", "don't forget Ida's birthday, May 3rd"),
    ("The tenant upstairs is Mr. Novak", "Mr. Novak is the upstairs tenant"),
    ("User wants answers in German", "answers in German for the user"),
    ("Rubbish is collected on Thursday", "rubbish collection Thursday"),
    ("Room 3 is for drafts", "room 3's for drafts"),
    ("Spare fuse box key hangs in the cellar", "fuse box: spare key hangs in the cellar"),
    ("PRs need one approval", "every PR needs one approval"),
    ("Grandad takes 75 mcg thyroxine", "grandad: thyroxine 75 mcg"),
    ("Never push to main directly", "don't ever push directly to main"),
    ("Sofia's teacher is Ms Arden", "Ms Arden is Sofia's teacher"),
    ("Elin is lactose intolerant", "Elin's lactose intolerant, remember"),
    ("The archive is on the third floor", "archive = third floor"),
]
MERGED = [
    (
        "Leo is allergic to peanuts",
        "Leo is allergic to peanuts and cashews, EpiPen is in the blue bag",
    ),
    ("Dr Sato is our GP", "Dr Sato is our GP, practice on Elm Row, closed Wednesdays"),
    ("Staging uses Redis 7", "Staging uses Redis 7 with 2 GB maxmemory and allkeys-lru"),
    ("The spare key is with Olga", "The spare key is with Olga at number 9, ring twice"),
    ("Paper goes out in odd weeks", "paper goes out in odd weeks, glass on the first Monday"),
    ("The importer runs nightly", "The importer runs nightly at 01:15 on worker-2"),
    (
        "Hugo's birthday is 9 August",
        "Hugo's birthday is 9 August, he wants no presents, only a phone call",
    ),
    ("Default timeout is 30 s", "Default timeout is 30 s, override with HTTP_TIMEOUT"),
    ("Sofia's teacher is Ms Arden", "Sofia's teacher is Ms Arden, room 14, best reached by e-mail"),
    ("PRs need one approval", "PRs need one approval, two if they touch billing/"),
    ("Bins: paper in odd weeks", "Bins: paper in odd weeks, plastic every Thursday"),
    ("Hamster's called Pip", "Hamster's called Pip, born in May, lives in Lotte's room"),
    ("Retry limit is 3", "Retry limit is 3 with exponential backoff, starting at 200 ms"),
]


@pytest.mark.parametrize(("memory", "note", "new"), UPDATE)
def test_a_change_gives_the_line_its_new_value_and_keeps_all_else(
    memory: str, note: str, new: str | None
) -> None:
    relation = relate(sense(memory), sense(note))
    assert (relation.kind, relation.new) == ("update", new or note)


@pytest.mark.parametrize(("memory", "note"), [(memory, note) for memory, note, _ in UPDATE])
def test_a_change_that_was_followed_is_known(memory: str, note: str) -> None:
    new = relate(sense(memory), sense(note)).new or ""
    assert relate(sense(new), sense(note)).kind in ("duplicate", "maybe", "different")


@pytest.mark.parametrize(("memory", "note"), CONFLICT)
def test_another_value_without_a_word_of_change_is_a_question(memory: str, note: str) -> None:
    relation = relate(sense(memory), sense(note))
    assert relation.kind == "conflict" and relation.reason


@pytest.mark.parametrize(("memory", "note"), DIFFERENT)
def test_what_is_about_something_else_changes_nothing(memory: str, note: str) -> None:
    assert relate(sense(memory), sense(note)).kind in ("different", "maybe")


@pytest.mark.parametrize(("memory", "note"), DUPLICATE)
def test_a_line_in_other_words_is_known(memory: str, note: str) -> None:
    assert relate(sense(memory), sense(note)).kind == "duplicate"


@pytest.mark.parametrize(("memory", "note"), MERGED)
def test_a_note_that_says_the_same_and_more_takes_the_place(memory: str, note: str) -> None:
    relation = relate(sense(memory), sense(note))
    assert (relation.kind, relation.new) == ("merged", note)


def test_what_is_said_of_a_thing_in_small_words_is_no_repetition() -> None:
    memory = "The report is due on 27 November; Jonas signs it off."
    assert relate(sense(memory), sense("The report is done.")).kind == "different"


def test_an_end_that_would_lose_a_name_waits() -> None:
    relation = relate(sense("The dog is Rex."), sense("The dog died."))
    assert (relation.kind, relation.held) == (
        "update",
        "it says less than the line it would replace",
    )
