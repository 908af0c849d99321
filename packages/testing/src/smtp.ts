import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import type { TestCertificates } from "./certificates.ts";
import { findFreePort } from "./free-port.ts";
import { getInheritedEnv } from "./service.ts";
import { guardProcess } from "./guard.ts";
import { poll } from "./poll.ts";
import { createTempDirectory } from "./temp-directory.ts";

export interface ReceivedMail {
  /** The lines of the header, unfolded. */
  header: string[];
  from: string;
  to: string;
  subject: string;
  /** The decoded body, with LF as line ends. */
  text: string;
}

/** An SMTP server for tests, on a loopback port. */
export interface TestSmtp {
  /** `smtp://127.0.0.1:port`, or `smtps://localhost:port` with a certificate. */
  url: string;
  /** The mails to an address so far, in the order of their arrival. */
  mailsTo: (address: string) => Promise<ReceivedMail[]>;
  waitForMail: (address: string) => Promise<ReceivedMail>;
  /** The number of mails so far. */
  count: () => Promise<number>;
  /** Pauses the server (SIGSTOP): it accepts connections, but never responds. */
  pause: () => void;
  resume: () => void;
  /** Stops the server, paused or not, and deletes its mails. */
  stop: () => Promise<void>;
}

interface Options {
  /** With a certificate, the server accepts TLS connections only. */
  tls?: Pick<TestCertificates, "cert" | "key">;
  /** The port of a server that has been stopped. A free one by default. */
  port?: number;
}

/**
 * Starts an SMTP server that stores mails in a directory, and resolves once it responds. It is stopped when
 * this process exits, at the latest.
 */
export async function startSmtp({ tls, port: usedPort }: Options = {}): Promise<TestSmtp> {
  const port = usedPort ?? (await findFreePort());
  const directory = await createTempDirectory();
  const mailbox = join(directory.path, "mailbox");
  const args = ["-n", "-l", `127.0.0.1:${port}`, "-c", "aiosmtpd.handlers.Mailbox"];
  if (tls) args.push("--smtpscert", tls.cert, "--smtpskey", tls.key);
  const child = spawn("aiosmtpd", [...args, mailbox], { env: getInheritedEnv(), stdio: "ignore" });
  const releaseGuard = guardProcess(child.pid ?? 0, directory.path);
  const exited = once(child, "exit").finally(releaseGuard);
  await poll(`the SMTP server on port ${port} to accept connections`, () => accepts(port));

  async function readMails(): Promise<ReceivedMail[]> {
    const names = await readdir(join(mailbox, "new")).catch(() => []); // it is created with the first mail
    const inOrder = names.toSorted((a, b) => mailNumber(a) - mailNumber(b));
    const files = inOrder.map((name) => readFile(join(mailbox, "new", name), "utf8"));
    return (await Promise.all(files)).map(parseMail);
  }
  const mailsTo = async (address: string) => (await readMails()).filter(({ to }) => to === address);

  return {
    url: tls ? `smtps://localhost:${port}` : `smtp://127.0.0.1:${port}`,
    mailsTo,
    async waitForMail(address) {
      await poll(`a mail to ${address}`, async () => (await mailsTo(address)).length > 0);
      return (await mailsTo(address))[0]!;
    },
    count: async () => (await readMails()).length,
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async stop() {
      child.kill("SIGKILL");
      await exited;
      await directory.remove();
    },
  };
}

/** The server counts mails in the names of their files: <s>.M<µs>P<pid>Q<number>.<host>. */
function mailNumber(fileName: string): number {
  return Number(/Q(\d+)\./.exec(fileName)?.[1]);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function parseMail(source: string): ReceivedMail {
  const [head = "", ...body] = source.replaceAll("\r\n", "\n").split("\n\n");
  const header = head.replaceAll(/\n[ \t]+/g, " ").split("\n");
  const valueOf = (name: string) =>
    header.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 2) ?? "";
  return {
    header,
    from: valueOf("from"),
    to: valueOf("x-rcptto"), // the envelope's recipient, which the server adds
    subject: valueOf("subject"),
    text: decodeQuotedPrintable(body.join("\n\n")),
  };
}

/** RFC 2045, clause 6.7. */
function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
