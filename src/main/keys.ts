import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Problem } from '../shared/problem'

/** Where the key for asking models lies. It belongs to the machine: no campaign, log, event or record ever holds it. */
export interface KeyStore {
  readonly place: 'os' | 'memory' | 'environment'
  /** Whether a key outlasts this run. */
  readonly keeps: boolean
  get(): Promise<string | undefined>
  /** Keeps a key, or forgets it. Throws Problem where it cannot be kept. */
  set(key: string | undefined): Promise<void>
}

/** For hosts without a key store: the key is known until the process ends. */
export function memoryKeys(): KeyStore {
  let known: string | undefined
  return {
    place: 'memory',
    keeps: false,
    get: async () => known,
    set: async (key) => {
      known = key
    }
  }
}

/** For the terminal: `PROSCENIUM_API_KEY`, else `ANTHROPIC_API_KEY`. */
export function environmentKeys(env: Readonly<Record<string, string | undefined>>): KeyStore {
  return {
    place: 'environment',
    keeps: false,
    get: async () => env['PROSCENIUM_API_KEY'] || env['ANTHROPIC_API_KEY'] || undefined,
    set: async () => {
      throw new Problem('refused', 'In the terminal the key comes from the environment: set PROSCENIUM_API_KEY.')
    }
  }
}

/** The part of Electron's `safeStorage` that is needed. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean
  getSelectedStorageBackend?(): string
  encryptString(text: string): Buffer
  decryptString(bytes: Buffer): string
}

/**
 * The operating system's key store: `file` holds the key, encrypted by it. Where the system has none (or only plain text, which
 * is what Chromium calls `basic_text`) the key stays in memory.
 */
export function systemKeys(safe: SafeStorage, file: string): KeyStore {
  if (!safe.isEncryptionAvailable() || safe.getSelectedStorageBackend?.() === 'basic_text') return memoryKeys()
  return {
    place: 'os',
    keeps: true,
    get: async () => {
      try {
        return safe.decryptString(readFileSync(file))
      } catch {
        // No file, or one of another user or machine: there is no key that could be used.
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
          `The key could not be kept in ${file}: ${thrown instanceof Error ? thrown.message : String(thrown)}. Free the folder and try again.`
        )
      }
    }
  }
}
