import { once } from "node:events";
import { connect } from "node:net";

/**
 * Opens one connection to a server, for one POST of JSON after another. Without node:http, whose client takes
 * as much CPU time per request as the server, which would be measured too. Rejects unless the status is 200.
 */
export async function connectClient(url) {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  let received = "";
  let settle;
  socket.setEncoding("latin1").on("data", (text) => {
    received += text;
    const end = received.indexOf("\r\n\r\n") + 4;
    const [, length] = /\r\nContent-Length: (\d+)/i.exec(received) ?? [];
    if (end < 4 || received.length < end + Number(length)) return;
    const response = received;
    received = "";
    settle(response, end);
  });

  return {
    post(path, body) {
      const json = JSON.stringify(body);
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
      );
      return new Promise((resolve, reject) => {
        settle = (response, end) => {
          if (response.startsWith("HTTP/1.1 200 ")) resolve(JSON.parse(response.slice(end)).data);
          else reject(new Error(response));
        };
      });
    },
    close: () => socket.destroy(),
  };
}
