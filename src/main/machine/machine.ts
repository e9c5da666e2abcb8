import { attempt } from '../../shared/base/attempt'
import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Problem } from '../../shared/base/problem'
import { own } from '../../shared/base/json'
import type { LabQueue } from '../../shared/lab/plan'
import { queueAddress } from '../lab/queue/address'
import type { ToolDecision, ToolTrust } from '../../shared/contract/table-calls'
import { type MachineChange, type MachineSettings, Profile, ToolSetting } from '../../shared/table/turns'
import { ModelPrice, type ModelPrices, Protocol } from '../../shared/table/model-access'
import { needsNoKey, protocolAt, usualProfile } from '../../shared/table/model-servers'
import type { Access } from '../agents/anthropic'
import { DEFAULT_BASE_URL, hostOf, modelAddress } from '../agents/anthropic/address'
import { KNOWN_MODELS } from '../agents/anthropic/models'
import type { KeyStore } from './keys'
import { OriginSecrets } from './origin-secrets'
import { folderMark, SealedFiles } from './sealed-files'

/** A decision about the content of a tool. */
const Decision = z.object({ hash: z.string(), trusted: z.boolean() })

/** settings.json in the app's own folder: this machine's settings for models. The key is in the key store, never here. */
const MachineFile = z.object({
  baseUrl: z.string().optional(),
  /** The protocol at that address; absent: as the address says. */
  protocol: Protocol.optional(),
  prices: z.record(z.string(), ModelPrice).optional(),
  model: z.string().optional(),
  tools: ToolSetting.optional(),
  /** How much models are given whose seat doesn't say so; absent: as the server and the model suggest. */
  profile: Profile.optional(),
  /** The queue of the lab's workers; its password is among the keys. */
  queue: z.object({ url: z.string(), source: z.string().optional() }).optional(),
  /** The context windows of models as their servers say, by address and model. */
  windows: z.record(z.string(), z.number()).optional(),
  /** Campaigns that may call models: the folder and its repository's mark, because another campaign there needs its own permission. */
  allowances: z.array(z.object({ dir: z.string(), mark: z.string() })).default([]),
  /** Decisions about the tools of a campaign: the content of each tool that may or may not run with it. */
  tools_trust: z.array(z.object({ dir: z.string(), mark: z.string(), tools: z.record(z.string(), Decision) })).default([])
})
type MachineFile = z.infer<typeof MachineFile>

/** The model if neither table.yaml nor the machine's settings name one. */
const MODEL = 'claude-sonnet-5-5'
/** How models get their tools by default: the cheapest way, as measured by the bench. */
const TOOLS: ToolSetting = 'stable'

/** The model settings of the command line or the environment, which override the machine's. */
export interface MachineGiven {
  baseUrl?: string | undefined
  /** The protocol at that base URL; absent: as the address says. */
  protocol?: Protocol | undefined
  /** The password for queues that have none in the settings. */
  queuePassword?: string | undefined
  /** The owner named a model seat on the command line, which counts as permission. */
  allowed?: boolean
}

/** This machine's key, base URL and permissions. None of them ever goes into a campaign, record, event or log. */
export class Machine {
  readonly #file: string | undefined
  readonly #keys: OriginSecrets
  /** This machine's store of sealed files beside repositories. */
  readonly sealed: SealedFiles

  /** `home`: the folder of the settings. Without one nothing is stored and nothing is allowed. */
  constructor(
    readonly home: string | undefined,
    private readonly keys: KeyStore,
    private readonly environment: MachineGiven = {}
  ) {
    this.#keys = new OriginSecrets(keys)
    this.sealed = new SealedFiles(home)
    this.#file = home === undefined ? undefined : join(home, 'settings.json')
  }

  get model(): string {
    return this.#read().model ?? MODEL
  }

  /** How models get their tools at an endpoint other than the provider's own. */
  get tools(): ToolSetting {
    return this.#read().tools ?? TOOLS
  }

  /** How much a model is given if its seat doesn't say so. */
  profileOf(model: string): Profile {
    return this.#read().profile ?? this.#usualProfile(model)
  }

  #usualProfile(model: string): Profile {
    return usualProfile(this.#baseUrl, own(this.#read().windows, this.#modelHere(model)))
  }

  /** The name of a model at the present address, because another server's model may have the same name. */
  #modelHere(model: string): string {
    return `${this.#baseUrl ?? DEFAULT_BASE_URL} ${model}`
  }

  /** Stores the context window of a model at the present address. Throws Problem `disk`. */
  noteWindow(model: string, tokens: number): void {
    const file = this.#read()
    const here = this.#modelHere(model)
    if (own(file.windows, here) === tokens) return
    file.windows = { ...file.windows, [here]: tokens }
    this.#write(file)
  }

  /** The owner's own prices, by model. */
  get prices(): ModelPrices {
    return this.#read().prices ?? {}
  }

  /** Whether the base URL is the provider's own, with its own protocol. */
  get isOfficial(): boolean {
    const baseUrl = this.#baseUrl ?? DEFAULT_BASE_URL
    return URL.canParse(baseUrl) && new URL(baseUrl).host === new URL(DEFAULT_BASE_URL).host && this.#protocol !== 'chat'
  }

  /** The base URL as entered; undefined for the provider's default. */
  get #baseUrl(): string | undefined {
    return this.environment.baseUrl ?? this.#read().baseUrl
  }

  /** The protocol that was named for the base URL. */
  get #protocol(): Protocol | undefined {
    return this.environment.baseUrl === undefined ? this.#read().protocol : this.environment.protocol
  }

  /** The settings as shown to users, for the campaign in `dir`. */
  async settings(dir: string | undefined): Promise<MachineSettings> {
    const baseUrl = this.#baseUrl
    const url = new URL(URL.canParse(baseUrl ?? '') ? (baseUrl ?? '') : DEFAULT_BASE_URL)
    const protocol = this.#protocol
    const { profile, queue } = this.#read()
    const password = (await this.queue())?.password
    return {
      key: (await this.#keys.of(url.origin)) === undefined ? 'none' : this.keys.place,
      needsKey: !needsNoKey(url.href),
      host: url.host,
      defaultHost: new URL(DEFAULT_BASE_URL).host,
      keeps: this.keys.keeps,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(protocol === undefined ? {} : { protocol }),
      prices: this.prices,
      model: this.model,
      models: [...KNOWN_MODELS],
      tools: this.tools,
      ...(profile === undefined ? {} : { profile }),
      usualProfile: this.#usualProfile(this.model),
      ...(queue === undefined ? {} : { queue: { ...queue, hasPassword: password !== undefined } }),
      allowed: dir !== undefined && this.allows(dir)
    }
  }

  allows(dir: string): boolean {
    if (this.environment.allowed === true) return true
    const path = realPath(dir)
    const mark = markOf(path)
    return this.#read().allowances.some((one) => one.dir === path && one.mark === mark)
  }

  /** The decision about the tool with this key and content, for the campaign in `dir`. */
  toolTrust(dir: string, key: string, hash: string): ToolTrust {
    const path = realPath(dir)
    const mark = markOf(path)
    const one = own(this.#read().tools_trust.find((one) => one.dir === path && one.mark === mark)?.tools, key)
    if (!one) return 'new'
    if (one.hash !== hash) return 'changed'
    return one.trusted ? 'trusted' : 'declined'
  }

  /** Stores decisions about tools, for the campaign in `dir`. Throws Problem `disk`, or `bad-folder` for a folder without history. */
  decideTools(dir: string, decisions: readonly ToolDecision[]): void {
    const path = realPath(dir)
    const mark = markOf(path)
    if (mark === undefined)
      throw new Problem('bad-folder', `${dir} has no history of its own, so its tools can't be trusted. Open the campaign first.`, { dir })
    const file = this.#read()
    const before = file.tools_trust.find((one) => one.dir === path && one.mark === mark)?.tools
    const tools = new Map(Object.entries(before ?? {}))
    for (const { key, hash, trust } of decisions) tools.set(key, { hash, trusted: trust })
    file.tools_trust = [...file.tools_trust.filter((one) => one.dir !== path), { dir: path, mark, tools: Object.fromEntries(tools) }]
    this.#write(file)
  }

  /** Changes the given settings; null removes one. Throws Problem `bad-input` for an invalid address, `disk` if they can't be saved. */
  async change({ key, baseUrl, protocol, prices, model, tools, profile, queue, allowed }: MachineChange, dir: string | undefined): Promise<void> {
    const file = this.#read()
    const { baseUrl: before } = file
    if (typeof baseUrl === 'string') {
      modelAddress(baseUrl)
      file.baseUrl = baseUrl.replace(/\/+$/, '')
    }
    if (baseUrl === null) delete file.baseUrl
    // The protocol was named for the address before.
    if (baseUrl !== undefined && file.baseUrl !== before) delete file.protocol
    if (protocol) file.protocol = protocol
    if (protocol === null) delete file.protocol
    for (const [name, price] of Object.entries(prices ?? {})) {
      const { [name]: _, ...rest } = file.prices ?? {}
      file.prices = price === null ? rest : { ...rest, [name]: price }
    }
    if (typeof model === 'string') file.model = model
    if (model === null) delete file.model
    if (tools) file.tools = tools
    if (tools === null) delete file.tools
    if (profile) file.profile = profile
    if (profile === null) delete file.profile
    if (queue === null) delete file.queue
    if (queue) {
      const { shown, url, password } = queueAddress(queue.url, queue.password)
      file.queue = { url, ...(queue.source === undefined ? {} : { source: queue.source }) }
      if (password !== undefined) await this.#keys.keep(shown, password)
    }
    if (allowed !== undefined) {
      if (dir === undefined) throw new Problem('bad-input', 'No campaign is open. Open the one that may call models first.')
      const path = realPath(dir)
      const mark = markOf(path)
      file.allowances = [...file.allowances.filter((one) => one.dir !== path), ...(allowed && mark !== undefined ? [{ dir: path, mark }] : [])]
    }
    // The key is for the address after this change only.
    if (key !== undefined) await this.#keys.keep(modelAddress(this.environment.baseUrl ?? file.baseUrl ?? DEFAULT_BASE_URL).origin, key ?? undefined)
    this.#write(file)
  }

  /** The queue of the lab's workers, with the password that was given for its address. */
  async queue(): Promise<LabQueue | undefined> {
    const { queue } = this.#read()
    if (!queue) return undefined
    const { url, source } = queue
    const password = (await this.#keys.of(queueAddress(url).shown)) ?? this.environment.queuePassword
    return { url, ...(source === undefined ? {} : { source }), ...(password === undefined ? {} : { password }) }
  }

  /**
   * The base URL, the key for its origin, and how to call models there. Throws Problem `agent-failed` if there is no key but one is needed, if models can't be called at that address, or if
   * the campaign in `dir` isn't allowed to use the key.
   */
  async access(dir: string | undefined): Promise<Access> {
    if (dir !== undefined && !this.allows(dir))
      throw new Problem('agent-failed', "This campaign wants to call a model with your key, which you haven't allowed yet. Allow it in Settings.", {
        remedy: 'settings'
      })
    const baseUrl = this.#baseUrl ?? DEFAULT_BASE_URL
    const host = hostOf(baseUrl)
    const key = await this.#keys.of(new URL(baseUrl).origin)
    if (key === undefined && !needsNoKey(baseUrl)) throw new Problem('agent-failed', await this.#noKey(host), { remedy: 'settings' })
    const { prices } = this.#read()
    return { key: key ?? '', baseUrl, protocol: this.#protocol ?? protocolAt(baseUrl), ...(prices === undefined ? {} : { prices }) }
  }

  async #noKey(host: string): Promise<string> {
    if (this.keys.place !== 'environment') return `This machine has no key for ${host}; enter one in Settings.`
    return (await this.#keys.isEmpty())
      ? 'There is no key for asking models; set PROSCENIUM_API_KEY in the environment.'
      : `The key in the environment was not given for ${host}, so it is not sent there; set PROSCENIUM_BASE_URL to the address that the key is for.`
  }

  #read(): MachineFile {
    try {
      return MachineFile.parse(this.#file === undefined ? {} : JSON.parse(readFileSync(this.#file, 'utf8')))
    } catch {
      // There is no file yet, or it is damaged. Then nothing is allowed.
      return { allowances: [], tools_trust: [] }
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
      throw new Problem(
        'disk',
        `The settings couldn't be saved in ${this.#file}: ${why}. Make sure that Proscenium can write there and that the disk has free space, then try again.`
      )
    }
  }
}

const markOf = (dir: string): string | undefined => folderMark(join(dir, '.git'))

const realPath = (dir: string): string => attempt(() => realpathSync(dir), dir)
