import { X509Certificate } from "node:crypto";
import { MetadataService, type MetadataBLOBPayloadEntry } from "@simplewebauthn/server";
import { getCertificateInfo, verifyMDSBlob } from "@simplewebauthn/server/helpers";

/** What the metadata of the FIDO Alliance says about models of authenticators. */
export interface AuthenticatorModels {
  /** The AAGUIDs of the models whose passkeys are accepted. */
  trusted: ReadonlySet<string>;
  /** The AAGUIDs of the models that were reported as compromised. */
  compromised: readonly string[];
  /** When the next version of the metadata is due. */
  nextUpdate: Date;
}

/** The statuses after which a model is not trusted (FIDO Metadata Service 3.1, clause 3.1.4). */
const compromisedStatuses: readonly string[] = [
  "ATTESTATION_KEY_COMPROMISE",
  "USER_VERIFICATION_BYPASS",
  "USER_KEY_REMOTE_COMPROMISE",
  "USER_KEY_PHYSICAL_COMPROMISE",
  "REVOKED",
];

/**
 * Verifies the metadata of authenticators (a FIDO MDS3 BLOB), and makes the library verify attestations of
 * the trusted models with it. Throws Error if the metadata or that of a model cannot be used.
 */
export async function loadAuthenticatorModels(
  blob: string,
  aaguids: readonly string[],
): Promise<AuthenticatorModels> {
  const { payload, parsedNextUpdate } = await verifyMDSBlob(blob);
  const models = aaguids.map((aaguid) => findModel(payload.entries, aaguid));
  const trusted = models.filter(({ isCompromised }) => !isCompromised);
  await MetadataService.initialize({ mdsServers: [], statements: trusted.map(({ statement }) => statement) });
  return {
    trusted: new Set(trusted.map(({ aaguid }) => aaguid)),
    compromised: models.filter(({ isCompromised }) => isCompromised).map(({ aaguid }) => aaguid),
    nextUpdate: parsedNextUpdate,
  };
}

function findModel(entries: readonly MetadataBLOBPayloadEntry[], aaguid: string) {
  const entry = entries.find((each) => each.aaguid === aaguid);
  const statement = entry?.metadataStatement;
  if (!entry || !statement) throw new Error(`the file has no model ${aaguid}`);
  const roots = statement.attestationRootCertificates.map((text) => Buffer.from(text, "base64"));
  // Without root certificates, the library accepts any certificate.
  if (roots.length === 0 || !statement.attestationTypes.includes("basic_full"))
    throw new Error(`the model ${aaguid} has no attestation by certificates`);
  if (roots.some(namesRevocationList))
    throw new Error(`the certificates of the model ${aaguid} name revocation lists, which are not fetched`);
  const isCompromised = entry.statusReports.some(({ status }) => compromisedStatuses.includes(status));
  return { aaguid, statement, isCompromised };
}

/** The most certificates between an authenticator and its manufacturer's root. */
const maxCertificates = 4;

/**
 * Whether the certificates of an attestation can be passed to the library, which verifies their chain. It
 * does not check which of them may issue others, and it fetches revocation lists from any address.
 */
export function areUsableCertificates(certificates: unknown): boolean {
  if (!Array.isArray(certificates) || certificates.length > maxCertificates) return false;
  try {
    return certificates.every((der: Uint8Array<ArrayBuffer>, i) => {
      const isIssuer = new X509Certificate(der).ca;
      return isIssuer === i > 0 && !namesRevocationList(new Uint8Array(der));
    });
  } catch {
    return false; // not certificates
  }
}

/** Whether a certificate has CRL distribution points (RFC 5280, clause 4.2.1.13). */
function namesRevocationList(der: Uint8Array<ArrayBuffer>): boolean {
  const { extensions = [] } = getCertificateInfo(der).parsedCertificate.tbsCertificate;
  return extensions.some(({ extnID }) => extnID === "2.5.29.31");
}
