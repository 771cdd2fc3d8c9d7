"""S3: a Parquet store in a bucket of an S3-compatible server.

Only the address that a person chose is asked: with keys or as nobody, so the client looks for none
elsewhere. A bucket that keeps versions keeps older ones of what was removed, too.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pyarrow as pa
from pyarrow import fs

from desktop_app.tiers.parquet import ParquetStore
from desktop_app.tiers.server import SECONDS, TierServer, Tls, certificates, refused

_PASSWORD = ("invalid_access_key_id", "signature_does_not_match", "invalidaccesskeyid",
    "signaturedoesnotmatch")  # fmt: skip  # in the words of servers, and of pyarrow's client
_CODES = ("AccessDenied", "ACCESS_DENIED", "NoSuchBucket", "NO_SUCH_BUCKET", "QuotaExceeded",
    "XMinioStorageFull", "InsufficientStorage", "SlowDown", "SLOW_DOWN")  # fmt: skip


class S3Store(ParquetStore):
    """The entries of one notebook in a bucket. `secret` is that of the key in the address.

    Each answer of the server is waited for `seconds` at most.
    """

    def __init__(
        self, server: TierServer, secret: str, notebook: str, seconds: float = SECONDS
    ) -> None:
        self._name = server.named
        if bool(server.user) != bool(secret):
            raise refused(self._name, password=True)
        keys = {"access_key": server.user, "secret_key": secret} if secret else {"anonymous": True}
        filesystem = fs.S3FileSystem(
            **keys,
            endpoint_override=server.where,
            scheme="http" if server.tls is Tls.OFF else "https",
            region=server.region or "us-east-1",
            connect_timeout=seconds,
            request_timeout=seconds,
            retry_strategy=fs.AwsStandardS3RetryStrategy(max_attempts=1),
            tls_ca_file_path=certificates() if server.tls is Tls.ON else None,
        )
        super().__init__(filesystem, f"{server.place}/nightstand/{notebook}")

    @contextmanager
    def _asking(self) -> Iterator[None]:
        try:
            yield
        except (OSError, pa.ArrowException) as error:
            told = str(error)
            denied = any(one in told.casefold() for one in _PASSWORD)
            code = next((one for one in _CODES if one in told), "")
            raise refused(self._name, code, password=denied) from error
