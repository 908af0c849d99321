export { startBrowser, type Browser } from "./browser.ts";
export { openConsole, type ConsolePage } from "./console-page.ts";
export { countSteps } from "./count-steps.ts";
export { createCertificates, type TestCertificates } from "./certificates.ts";
export { crashingCanvasOptions } from "./crashing-canvas.ts";
export { startDns, type TestDns } from "./dns.ts";
export { expireAuthentication } from "./expire-authentication.ts";
export { fakeClockEnv } from "./fake-clock-env.ts";
export { findFreePort, findFreePortRange } from "./free-port.ts";
export { guardProcess } from "./guard.ts";
export { redirectTo, sendForever, sendSlowly, startHttpServer, type TestHttpServer } from "./http-server.ts";
export { createJobClient, type JobClient } from "./job-client.ts";
export { listChanges } from "./list-changes.ts";
export { createRandom, mutateBytes, mutateMember, type Random } from "./mutations.ts";
export { poll } from "./poll.ts";
export { sendRedisCommand, startRedis, type TestRedis } from "./redis.ts";
export { openRenderQueues, type TestRenderQueues } from "./render-queues.ts";
export { createOtfFont } from "./otf-font.ts";
export { startRedisCluster, type TestRedisCluster } from "./redis-cluster.ts";
export { s3Env, startS3, type TestS3 } from "./s3.ts";
export { getSharedPlacard, type SharedPlacard } from "./shared-placard.ts";
export { getSharedS3, prepareBucket, type SharedS3 } from "./shared-s3.ts";
export { startSmtp, type ReceivedMail, type TestSmtp } from "./smtp.ts";
export { createTempDirectory, type TempDirectory } from "./temp-directory.ts";
export { startPausableProxy, type PausableProxy } from "./pausable-proxy.ts";
export {
  jwtSecret,
  startPlacard,
  type GatewayService,
  type Placard,
  type RendererService,
} from "./placard.ts";
export { getInheritedEnv, startInProcess, startService, type LogLine, type Service } from "./service.ts";
export {
  createAuthenticator,
  type Authenticator,
  type CredentialChanges,
  type LoginJSON,
  type RegistrationJSON,
} from "./authenticator.ts";
export { invalidLogins, invalidRegistrations } from "./invalid-ceremonies.ts";
export { listSchemaMismatches } from "./schema-mismatches.ts";
export { createTestAccount, openTestAccounts, type TestAccount } from "./test-account.ts";
export {
  callGateway,
  createTestClient,
  registerTestClient,
  type ApiResponse,
  type TestClient,
} from "./test-client.ts";
export {
  startWebhookReceiver,
  type ReceivedWebhook,
  type WebhookReceiver,
  type WebhookResponse,
} from "./webhook-receiver.ts";
