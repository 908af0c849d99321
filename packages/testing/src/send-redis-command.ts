import { connect } from "node:net";

/**
 * A Redis server's whole answer to one command, as it comes over the wire; no client library takes part.
 * @throws Error when there is no connection, or no answer within a second
 */
export function sendRedisCommand(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: 1000 }, () =>
      socket.write(`${command}\r\nQUIT\r\n`),
    );
    let answer = "";
    socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
    socket.once("timeout", () => socket.destroy(new Error(`no answer on port ${port}`)));
    socket.once("error", reject);
    socket.once("close", () => resolve(answer.replace(/\+OK\r\n$/, "")));
  });
}
