import { z } from 'zod'
import type { KeyStore } from '../keys'

const Known = z.record(z.string(), z.string())

/** Tokens for git servers, by origin. They belong to the machine and lie in its key store: no campaign, log or event ever holds one. */
export class Tokens {
  constructor(
    private readonly store: KeyStore,
    /** A token for whatever server is asked, from the environment. */
    private readonly any?: string
  ) {}

  async of(origin: string): Promise<string | undefined> {
    return this.any ?? (await this.#known())[origin]
  }

  /** Keeps a token for a server, or forgets it. Throws Problem `disk` where it cannot be kept. */
  async keep(origin: string, token: string | undefined): Promise<void> {
    const { [origin]: _old, ...others } = await this.#known()
    const plain = token?.trim()
    const known = plain ? { ...others, [origin]: plain } : others
    await this.store.set(Object.keys(known).length === 0 ? undefined : JSON.stringify(known))
  }

  async #known(): Promise<Record<string, string>> {
    try {
      return Known.parse(JSON.parse((await this.store.get()) ?? '{}'))
    } catch {
      // What somebody else wrote there is no token.
      return {}
    }
  }
}
