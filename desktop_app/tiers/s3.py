"""S3: a Parquet store in a bucket of an S3-compatible server, also in its older versions.

Only the address that a person chose is asked: with keys or as nobody, so the client looks for none
elsewhere. pyarrow reads and writes; a second client removes what a bucket that keeps versions
would keep of removed files. Parts of a file whose writing broke off are the server's to clear.
"""

from collections.abc import Iterable, Sequence

import minio
import urllib3
from minio import datatypes
from minio.error import MinioException, S3Error
from pyarrow import fs

from desktop_app.tiers.entry import ANYWHERE, Narrow, TierEntry
from desktop_app.tiers.parquet import ParquetStore
from desktop_app.tiers.server import (
    SECONDS,
    Refusal,
    ServerLine,
    TierServer,
    Tls,
    certificates,
    refused,
)
from desktop_app.tiers.store import Away, TierHit, TierSize

# Some servers tell nanoseconds, at which the client fails. Nobody asks here when an object changed.
vars(datatypes)["from_iso8601utc"] = lambda told: None

_CHANGING = 20  # times the usual seconds that may be taken to write segments anew


class S3Store:
    """The entries of one notebook in a bucket. `secret` is that of the key in the address.

    Each call takes `seconds` at most; `put` and `remove` twenty times as much, since they write
    whole segments. One program at a time may put and remove.
    """

    def __init__(
        self, server: TierServer, secret: str, notebook: str, seconds: float = SECONDS
    ) -> None:
        self._name = server.named
        if bool(server.user) != bool(secret):
            raise refused(self._name, Refusal.PASSWORD)
        self._bucket, _, folder = server.place.partition("/")
        self._folder = "/".join(filter(None, (folder, "nightstand", notebook)))
        self._store = ParquetStore(
            _filesystem(server, secret, seconds), f"{self._bucket}/{self._folder}"
        )
        self._client = _client(server, secret, seconds)
        self._line = ServerLine(self._name, seconds, self._why, lambda: None)

    @property
    def trouble(self) -> str:
        return self._store.trouble

    def put(self, entries: Sequence[TierEntry]) -> None:
        self._line.ask(lambda: self._store.put(entries), _CHANGING)

    def get(self, ids: Iterable[str]) -> dict[str, TierEntry]:
        wanted = set(ids)
        return self._line.ask(lambda: self._store.get(wanted))

    def search(self, words: Sequence[str], limit: int, narrow: Narrow = ANYWHERE) -> list[TierHit]:
        return self._line.ask(lambda: self._store.search(words, limit, narrow))

    def near(
        self, vector: bytes, mark: str, limit: int, narrow: Narrow = ANYWHERE
    ) -> list[TierHit]:
        return self._line.ask(lambda: self._store.near(vector, mark, limit, narrow))

    def having(self, words: Sequence[str]) -> dict[str, int]:
        return self._line.ask(lambda: self._store.having(words))

    def remove(self, ids: Iterable[str]) -> None:
        """Remove these, and all older versions of what is in the folder."""
        leaving = set(ids)

        def remove() -> None:
            self._store.remove(leaving)
            self._remove_versions()

        self._line.ask(remove, _CHANGING)

    def ids(self) -> frozenset[str]:
        return self._line.ask(self._store.ids)

    def size(self) -> TierSize:
        """How much is here, without older versions."""
        return self._line.ask(self._store.size)

    def close(self) -> None:
        """Let go of what was read. Not to be used afterwards."""
        self._line.close(self._store.close)

    def _remove_versions(self) -> None:
        """A bucket that keeps versions keeps removed files; what is not the latest goes, too."""
        try:
            every = list(
                self._client.list_objects(
                    self._bucket, f"{self._folder}/", recursive=True, include_version=True
                )
            )
        except S3Error as error:
            if error.code in _NO_VERSIONS:
                return
            raise
        # The mark that a file is deleted goes last: without it an older version would be back.
        for one in sorted(every, key=lambda one: one.is_delete_marker):
            if one.version_id and (one.is_delete_marker or one.is_latest == "false"):
                self._client.remove_object(self._bucket, str(one.object_name), one.version_id)

    def _why(self, error: Exception) -> Away | None:
        told = error.__cause__ if isinstance(error, Away) and error.__cause__ else error
        if isinstance(told, S3Error):
            return refused(self._name, _CODES.get(told.code or "", Refusal.OTHER), told.code or "")
        known = (Away, OSError, MinioException, urllib3.exceptions.HTTPError)
        if not isinstance(told, known):
            return None
        text = str(told)
        why = next((why for word, why in _CODES.items() if word in text), Refusal.UNREACHED)
        return refused(self._name, why)


_NO_VERSIONS = {"NotImplemented", "MethodNotAllowed"}
_CODES = {  # in the words of servers, and of pyarrow's client
    "InvalidAccessKeyId": Refusal.PASSWORD,
    "INVALID_ACCESS_KEY_ID": Refusal.PASSWORD,
    "SignatureDoesNotMatch": Refusal.PASSWORD,
    "SIGNATURE_DOES_NOT_MATCH": Refusal.PASSWORD,
    "AccessDenied": Refusal.RIGHTS,
    "ACCESS_DENIED": Refusal.RIGHTS,
    "NoSuchBucket": Refusal.MISSING,
    "NO_SUCH_BUCKET": Refusal.MISSING,
    "QuotaExceeded": Refusal.FULL,
    "XMinioStorageFull": Refusal.FULL,
    "InsufficientStorage": Refusal.FULL,
    "No space left": Refusal.FULL,
    "SlowDown": Refusal.BUSY,
    "SLOW_DOWN": Refusal.BUSY,
}


def _filesystem(server: TierServer, secret: str, seconds: float) -> fs.S3FileSystem:
    keys = {"access_key": server.user, "secret_key": secret} if server.user else {"anonymous": True}
    return fs.S3FileSystem(
        **keys,
        endpoint_override=server.where,
        scheme="http" if server.tls is Tls.OFF else "https",
        region=server.region or "us-east-1",
        connect_timeout=seconds,
        request_timeout=seconds,
        retry_strategy=fs.AwsStandardS3RetryStrategy(max_attempts=1),
        tls_ca_file_path=certificates() if server.tls is Tls.ON else None,
    )


def _client(server: TierServer, secret: str, seconds: float) -> minio.Minio:
    return minio.Minio(
        endpoint=server.where,
        access_key=server.user or None,
        secret_key=secret or None,
        secure=server.tls is not Tls.OFF,
        region=server.region or "us-east-1",
        http_client=urllib3.PoolManager(
            timeout=urllib3.Timeout(seconds), retries=False, ca_certs=certificates()
        ),
    )
