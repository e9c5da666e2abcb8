import { z } from 'zod'
import type { KeyStore } from './keys'

const Known = z.record(z.string(), z.string())

/**
 * Secrets of this machine by the origin each was given for, in one key store: keys for asking models, or tokens for git servers. Whoever
 * changes an address sends nothing there that was given for another. No campaign, log or event ever holds one.
 */
export class OriginSecrets {
  constructor(private readonly store: KeyStore) {}

  async of(origin: string): Promise<string | undefined> {
    return (await this.#known()).get(origin)
  }

  /** Whether there is one for any origin. */
  async isEmpty(): Promise<boolean> {
    return (await this.#known()).size === 0
  }

  /** Keeps a secret for an origin, or forgets it. Throws Problem `disk` where it cannot be kept. */
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
      // What somebody else wrote there is no secret of ours; nor is one that was kept without its origin.
      return new Map()
    }
  }
}
