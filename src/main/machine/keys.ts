import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Protocol } from '../../shared/table/model-access'
import { Problem } from '../../shared/base/problem'
import { DEFAULT_BASE_URL } from '../agents/anthropic/address'

/** A store of this machine's secrets by origin, as one text, which `OriginSecrets` writes. No campaign, log, event or record ever contains one. */
export interface KeyStore {
  readonly place: 'os' | 'memory' | 'environment'
  /** Whether keys outlast this process. */
  readonly keeps: boolean
  get(): Promise<string | undefined>
  /** Stores a key, or removes it. Throws Problem if it can't be stored. */
  set(key: string | undefined): Promise<void>
}

/** For hosts without a key store: keys stay in memory until the process ends. */
export function memoryKeys(known?: string): KeyStore {
  return {
    place: 'memory',
    keeps: false,
    get: async () => known,
    set: async (key) => {
      known = key
    }
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** The base URL for models in the environment. */
export const environmentAddress = (env: Environment): string | undefined => env['PROSCENIUM_BASE_URL'] || env['ANTHROPIC_BASE_URL'] || undefined

/** The protocol at that base URL, by `PROSCENIUM_PROTOCOL`. Undefined if it names none. */
export const environmentProtocol = (env: Environment): Protocol | undefined => Protocol.safeParse(env['PROSCENIUM_PROTOCOL']).data

/** For the command line: `PROSCENIUM_API_KEY`, else `ANTHROPIC_API_KEY`, for the environment's or the default base URL, never the settings'. */
export function environmentKeys(env: Environment): KeyStore {
  return {
    place: 'environment',
    keeps: false,
    get: async () => secretFor(environmentAddress(env) ?? DEFAULT_BASE_URL, env['PROSCENIUM_API_KEY'] || env['ANTHROPIC_API_KEY']),
    set: async () => {
      throw new Problem('refused', 'In the terminal the key comes from the environment: set PROSCENIUM_API_KEY.')
    }
  }
}

/** For the command line: `PROSCENIUM_GIT_TOKEN` is for the server in `PROSCENIUM_GIT_SERVER`; other tokens stay in memory until the process ends. */
export const environmentTokens = (env: Environment): KeyStore => memoryKeys(secretFor(env['PROSCENIUM_GIT_SERVER'], env['PROSCENIUM_GIT_TOKEN']))

/** A secret for an address, in the form of a key store; undefined if either is missing. */
function secretFor(address: string | undefined, secret: string | undefined): string | undefined {
  return address && secret && URL.canParse(address) ? JSON.stringify({ [new URL(address).origin]: secret }) : undefined
}

/** The part of Electron's `safeStorage` that we use. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean
  getSelectedStorageBackend?(): string
  encryptString(text: string): Buffer
  decryptString(bytes: Buffer): string
}

/** The operating system's key store, with the encrypted key in `file`. Without one, or with Chromium's `basic_text`, the key stays in memory. */
export function systemKeys(safe: SafeStorage, file: string): KeyStore {
  if (!safe.isEncryptionAvailable() || safe.getSelectedStorageBackend?.() === 'basic_text') return memoryKeys()
  return {
    place: 'os',
    keeps: true,
    get: async () => {
      try {
        return safe.decryptString(readFileSync(file))
      } catch {
        // No file, or one of another user or machine, which can't be decrypted.
        return undefined
      }
    },
    set: async (key) => {
      try {
        if (key === undefined) return rmSync(file, { force: true })
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, safe.encryptString(key), { mode: 0o600 })
      } catch (thrown) {
        throw new Problem(
          'disk',
          `The key couldn't be saved in ${file}: ${thrown instanceof Error ? thrown.message : String(thrown)}. Make sure that Proscenium can write there and that the disk has free space, then try again.`
        )
      }
    }
  }
}
