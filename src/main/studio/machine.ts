import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Problem } from '../../shared/problem'
import type { MachineChange, MachineSettings } from '../../shared/turns'
import { KNOWN_MODELS } from '../agents/anthropic/models'
import type { KeyStore } from '../keys'

/** settings.json in the folder of the app: what this machine knows for asking models. The key is in the key store, never here. */
const MachineFile = z.object({
  baseUrl: z.string().optional(),
  model: z.string().optional(),
  /** Folders whose campaigns may ask models. */
  allowed: z.array(z.string()).default([])
})
type MachineFile = z.infer<typeof MachineFile>

/** Model that is asked where neither table.yaml nor the machine's settings name one. */
const MODEL = 'claude-sonnet-5-5'

/** What the start of this process says of asking models; it goes before the settings. */
export interface MachineGiven {
  baseUrl?: string | undefined
  /** The owner named a model's agent on the command line: that is the allowance. */
  allowed?: boolean
}

/** Key, address and allowances of this machine. Nothing of it is ever told to a campaign, a record, an event or a log. */
export class Machine {
  readonly #file: string | undefined

  /** `home`: folder of the settings; without one nothing is kept, and nothing allowed. */
  constructor(
    home: string | undefined,
    private readonly keys: KeyStore,
    private readonly given: MachineGiven = {}
  ) {
    this.#file = home === undefined ? undefined : join(home, 'settings.json')
  }

  /** Model for seats that name none. */
  get model(): string {
    return this.#read().model ?? MODEL
  }

  /** Where models are asked; undefined is the provider's own place. */
  get baseUrl(): string | undefined {
    return this.given.baseUrl ?? this.#read().baseUrl
  }

  /** As people see it, for the campaign in `dir`. */
  async settings(dir: string | undefined): Promise<MachineSettings> {
    const { baseUrl } = this
    return {
      key: (await this.keys.get()) === undefined ? 'none' : this.keys.place,
      keeps: this.keys.keeps,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      model: this.model,
      models: [...KNOWN_MODELS],
      allowed: dir !== undefined && this.allows(dir)
    }
  }

  allows(dir: string): boolean {
    return this.given.allowed === true || this.#read().allowed.includes(realPath(dir))
  }

  /** Changes what is named; null forgets. Throws Problem `bad-input` for an address that is none, `disk` when it cannot be kept. */
  async change({ key, baseUrl, model, allowed }: MachineChange, dir: string | undefined): Promise<void> {
    const file = this.#read()
    if (typeof baseUrl === 'string') file.baseUrl = address(baseUrl)
    if (baseUrl === null) delete file.baseUrl
    if (typeof model === 'string') file.model = model
    if (model === null) delete file.model
    if (allowed !== undefined) {
      if (dir === undefined) throw new Problem('bad-input', 'No campaign is open that could be allowed to ask models; open one first.')
      const path = realPath(dir)
      file.allowed = [...file.allowed.filter((one) => one !== path), ...(allowed ? [path] : [])]
    }
    if (key !== undefined) await this.keys.set(key?.trim() || undefined)
    this.#write(file)
  }

  /** The key of this machine. Throws Problem `agent-failed` when there is none, or the campaign in `dir` may not use it. */
  async key(dir: string | undefined): Promise<string> {
    if (dir !== undefined && !this.allows(dir))
      throw new Problem(
        'agent-failed',
        'This campaign wants to ask a model with your key, and you have not allowed that yet; allow it in the settings.',
        { mend: 'settings' }
      )
    const key = await this.keys.get()
    if (key === undefined)
      throw new Problem(
        'agent-failed',
        this.keys.place === 'environment'
          ? 'There is no key for asking models; set PROSCENIUM_API_KEY in the environment.'
          : 'There is no key for asking models on this machine; put one in in the settings.',
        { mend: 'settings' }
      )
    return key
  }

  #read(): MachineFile {
    try {
      return MachineFile.parse(this.#file === undefined ? {} : JSON.parse(readFileSync(this.#file, 'utf8')))
    } catch {
      // None yet, or one that a hand broke: nothing is allowed then.
      return { allowed: [] }
    }
  }

  #write(file: MachineFile): void {
    if (this.#file === undefined) return
    try {
      mkdirSync(join(this.#file, '..'), { recursive: true })
      writeFileSync(`${this.#file}.new`, JSON.stringify(file, undefined, 2), { mode: 0o600 })
      renameSync(`${this.#file}.new`, this.#file)
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown)
      throw new Problem('disk', `The settings could not be kept in ${this.#file}: ${why}. Free the folder and try again.`)
    }
  }
}

/** Throws Problem `bad-input`. */
function address(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Problem('bad-input', 'The address for asking models is no web address; write it as https://….')
  if (url.username !== '' || url.password !== '')
    throw new Problem('bad-input', 'The address for asking models holds a name or a password; leave them out, the key has a field of its own.')
  return text.replace(/\/+$/, '')
}

function realPath(dir: string): string {
  try {
    return realpathSync(dir)
  } catch {
    return dir
  }
}
