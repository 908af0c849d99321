import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** PEM files of a certificate authority for tests, and of a certificate for loopback servers. */
export interface TestCertificates {
  ca: string;
  cert: string;
  key: string;
}

/** Creates the files in a directory, which the caller must delete. Throws if openssl is not installed. */
export async function createCertificates(directory: string): Promise<TestCertificates> {
  const file = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => promisify(execFile)("openssl", args, { cwd: directory });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  const names = "subjectAltName=IP:127.0.0.1,DNS:localhost";
  await openssl(
    "req",
    "-x509",
    ...newKey,
    "-subj",
    "/CN=Test CA",
    "-keyout",
    file("ca.key"),
    "-out",
    file("ca.crt"),
  );
  await openssl(
    ...["req", "-x509", ...newKey, "-subj", "/CN=localhost", "-addext", names],
    ...["-addext", "basicConstraints=critical,CA:FALSE", "-CA", file("ca.crt"), "-CAkey", file("ca.key")],
    ...["-keyout", file("server.key"), "-out", file("server.crt")],
  );
  return { ca: file("ca.crt"), cert: file("server.crt"), key: file("server.key") };
}
