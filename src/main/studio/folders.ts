import { attempt } from '../../shared/base/attempt'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { homedir } from 'node:os'
import { z } from 'zod'
import { type Folder, RecentCampaign } from '../../shared/story/campaign'
import { Problem } from '../../shared/base/problem'
import { FILES } from '../campaign/layout'

const MAX_RECENT = 12
const MAX_FOLDERS = 500

/** Whether a folder looks like a campaign. Cheap; doesn't open it. */
const looksLikeCampaign = (dir: string): boolean =>
  existsSync(join(dir, FILES.next)) && existsSync(join(dir, 'world')) && existsSync(join(dir, '.git'))

/** The campaigns opened on this machine, newest first, in one small file outside any campaign. */
export class Recent {
  readonly #file: string
  constructor(home: string) {
    this.#file = join(home, 'recent.json')
  }

  list(): RecentCampaign[] {
    let value: unknown
    try {
      value = JSON.parse(readFileSync(this.#file, 'utf8'))
    } catch {
      return []
    }
    const fits = z.array(RecentCampaign).safeParse(value)
    return fits.success ? fits.data.map((one) => Object.assign({}, one, { missing: !looksLikeCampaign(one.dir) })) : []
  }

  add(one: Omit<RecentCampaign, 'missing'>): void {
    this.#write([{ ...one, missing: false }, ...this.list().filter((other) => other.dir !== one.dir)].slice(0, MAX_RECENT))
  }

  forget(dir: string): RecentCampaign[] {
    this.#write(this.list().filter((one) => one.dir !== dir))
    return this.list()
  }

  /** If this list can't be saved, the app continues, because the campaign is safe. */
  #write(list: RecentCampaign[]): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true })
      writeFileSync(`${this.#file}.new`, JSON.stringify(list, undefined, 2))
      renameSync(`${this.#file}.new`, this.#file)
    } catch {
      return
    }
  }
}

/** The subfolders of a folder, without hidden ones, for the in-app browser. Throws Problem `not-found`. */
export function browse(dir: string | undefined): Folder {
  const at = resolve(dir ?? homedir())
  try {
    const names = readdirSync(at, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.') && isFolder(join(at, entry.name)))
      .map((entry) => entry.name)
      .toSorted((a, b) => a.localeCompare(b, 'en'))
    const parent = dirname(at)
    return {
      dir: at,
      ...(parent === at ? {} : { parent }),
      isCampaign: looksLikeCampaign(at),
      isRepository: existsSync(join(at, '.git')),
      folders: names.slice(0, MAX_FOLDERS).map((name) => ({ name, dir: join(at, name), isCampaign: looksLikeCampaign(join(at, name)) })),
      truncated: names.length > MAX_FOLDERS
    }
  } catch (thrown) {
    throw new Problem('not-found', `Couldn't read ${at} (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'}). Choose another folder.`)
  }
}

const isFolder = (path: string): boolean => attempt(() => statSync(path).isDirectory(), false)
