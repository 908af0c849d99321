import { hash } from "node:crypto";

/**
 * The SHA-256 (hex) under which a random secret is stored and found. Without salt and iterations, because
 * nobody can guess a secret of 80 or more random bits.
 */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}
