import { z } from 'zod'
import type { KeyStore } from './keys'

const Known = z.record(z.string(), z.string())

/** This machine's secrets by origin, in one key store. Another address never gets a stored one; no campaign, log or event contains any. */
export class OriginSecrets {
  constructor(private readonly store: KeyStore) {}

  async of(origin: string): Promise<string | undefined> {
    return (await this.#known()).get(origin)
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#known()).size === 0
  }

  /** Stores a secret for an origin, or removes it. Throws Problem `disk` if it can't be stored. */
  async keep(origin: string, secret: string | undefined): Promise<void> {
    const known = await this.#known()
    const plain = secret?.trim()
    if (plain) known.set(origin, plain)
    else known.delete(origin)
    await this.store.set(known.size === 0 ? undefined : JSON.stringify(Object.fromEntries(known)))
  }

  async #known(): Promise<Map<string, string>> {
    try {
      return new Map(Object.entries(Known.parse(JSON.parse((await this.store.get()) ?? '{}'))))
    } catch {
      // Ignore content that we didn't write, and a secret that was stored without its origin.
      return new Map()
    }
  }
}
