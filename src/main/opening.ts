import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '../shared/base/problem'
import { visible } from '../shared/base/visible'

/** What the app is asked to open from outside: a path of this machine, or a link, which any web page may contain. */
export type Opening = { path: string } | { link: string }

/**
 * What the arguments of a start ask for: `--open=<folder>`, or else the first argument that is no switch, as file managers give it; undefined if
 * nothing. `isPackaged`: otherwise the first of those is the app's own folder. `from`: the working folder of that start.
 */
export function openingIn(argv: readonly string[], from: string, isPackaged: boolean): Opening | undefined {
  const given = argv.slice(1)
  const dir = given.find((argument) => argument.startsWith('--open='))?.slice('--open='.length)
  if (dir) return { path: resolve(from, dir) }
  const [first] = given.filter((argument) => argument !== '' && !argument.startsWith('-')).slice(isPackaged ? 0 : 1)
  if (first === undefined) return undefined
  if (/^proscenium:/i.test(first)) return { link: first }
  try {
    return { path: /^file:\/\//i.test(first) ? fileURLToPath(first) : resolve(from, first) }
  } catch {
    return { path: first }
  }
}

const MAX_LINK_CHARACTERS = 5000

/** The folder that a link `proscenium://open?dir=<folder>` names. Throws Problem `bad-input`. Folders of other machines are refused: asking for one tells who asks. */
export function linkedFolder(link: string): string {
  const url = link.length <= MAX_LINK_CHARACTERS && URL.canParse(link) ? new URL(link) : undefined
  const isKnown =
    url?.protocol === 'proscenium:' &&
    url.host === 'open' &&
    /^\/?$/.test(url.pathname) &&
    url.username === '' &&
    [...url.searchParams.keys()].join() === 'dir'
  if (!isKnown) throw new Problem('bad-input', 'This link can’t be opened. Proscenium opens links of the form proscenium://open?dir=FOLDER.')
  const dir = url.searchParams.get('dir') ?? ''
  if (!isAbsolute(dir) || /^[\\/]{2}|\p{Cc}/u.test(dir))
    throw new Problem(
      'bad-input',
      `The link names "${visible(dir).replace(/\s+/g, ' ')}", which is no full path of a folder on this machine. Use File → Open folder… instead.`
    )
  return resolve(dir)
}

/** What opening needs of the app. */
export interface OpeningHost {
  /** A call of the core. */
  ask: (call: string, input?: unknown) => Promise<unknown>
  /** The folder of the open campaign. */
  opened: () => string | undefined
  /** Asks the user whether to open a folder that a link names. */
  accepts: (dir: string) => Promise<boolean>
  /** Shows an Arrow document of the open campaign; `path` from the campaign's folder, with slashes. */
  show: (dir: string, path: string) => Promise<void>
}

/** The nearest folder above a file that is a campaign. */
async function campaignAround(file: string, ask: OpeningHost['ask']): Promise<string | undefined> {
  for (let dir = dirname(file); ; dir = dirname(dir)) {
    const folder = (await ask('browse', { dir }).catch(() => undefined)) as { isCampaign: boolean } | undefined
    if (folder?.isCampaign) return dir
    if (dir === dirname(dir)) return undefined
  }
}

/** Opens a campaign, or an Arrow document in its campaign. A folder from a link is opened only if it is a recent campaign or the user agrees. Rejects with a Problem. */
export async function openFromOutside(opening: Opening, { ask, opened, accepts, show }: OpeningHost): Promise<void> {
  if ('link' in opening) {
    const dir = linkedFolder(opening.link)
    const recent = (await ask('recent')) as { dir: string }[]
    if (recent.some((one) => one.dir === dir) || (await accepts(dir))) await ask('open', { dir })
    return
  }
  const { path } = opening
  if (!/\.arrow$/i.test(path)) {
    await ask('open', { dir: path })
    return
  }
  const dir = await campaignAround(path, ask)
  if (dir === undefined) throw new Problem('not-found', `${visible(path)} is in no campaign. Open a campaign and import the document in Scenes.`)
  if (opened() !== dir) await ask('open', { dir })
  await show(opened() ?? dir, relative(dir, path).split(sep).join('/'))
}
