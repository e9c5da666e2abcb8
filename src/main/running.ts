import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** How to ask a running host for another link; stored for this user alone in `running/` of the app's folder. */
const Running = z.object({ origin: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+$/), secret: z.string() })
type Running = z.infer<typeof Running>

/** A link into a host, and a file with a page that leads to it. Everybody here can read a command line, only this user the file. */
export interface HostLink {
  url: string
  page: string
}

/** How long a host on this machine may take to answer, in ms. */
const ANSWER_TIMEOUT_MS = 3000
const OURS = 0o600

/** The files of one running host. */
export interface HostFiles {
  /** The secret by which a second start proves itself. */
  readonly secret: string
  /** Writes the page that leads to a link, replacing the previous one. Throws a file system error. */
  lead(url: string): string
  /** Removes the page, because its link was used. */
  forgetPage(): void
  remove(): void
}

/** Creates the files of a host. If the folder can't be written, a second start just doesn't find this host. */
export function hostFiles(home: string, origin: string): HostFiles {
  const folder = join(home, 'running')
  const port = new URL(origin).port
  const note = join(folder, `${port}.json`)
  const page = join(folder, `${port}.html`)
  const secret = randomBytes(24).toString('base64url')
  const put = (file: string, text: string): void => {
    // A new file, so that nobody who opened the old one can read on, and the mode is right from the first byte.
    rmSync(file, { force: true })
    writeFileSync(file, text, { mode: OURS, flag: 'wx' })
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    put(note, JSON.stringify({ origin, secret } satisfies Running))
  } catch {
    // The printed link works all the same.
  }
  return {
    secret,
    lead(url) {
      put(page, leading(url))
      return page
    },
    forgetPage: () => rmSync(page, { force: true }),
    remove() {
      for (const file of [note, page]) rmSync(file, { force: true })
    }
  }
}

/** A page that goes on to an address at once. A browser that came from outside sends our strict cookie only from a page of ours. */
export const leading = (url: string): string =>
  `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}"><title>Proscenium</title>\n`

/** A new link into a host of this user that already serves this campaign, or any if none is named; undefined if there is none. */
export async function linkIntoRunning(home: string, dir: string | undefined): Promise<HostLink | undefined> {
  const folder = join(home, 'running')
  for (const name of notesIn(folder)) {
    const note = join(folder, name)
    const page = note.replace(/json$/, 'html')
    try {
      const { origin, secret } = Running.parse(JSON.parse(readFileSync(note, 'utf8')))
      const answer = await fetch(`${origin}/link`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}` },
        body: dir ?? '',
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS)
      })
      const url = await answer.text()
      // Another program may use the port of a host that has ended, so only our own page is opened.
      if (answer.ok && url.startsWith(`${origin}/?token=`) && readFileSync(page, 'utf8') === leading(url)) return { url, page }
    } catch {
      for (const file of [note, page]) rmSync(file, { force: true })
    }
  }
  return undefined
}

function notesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+\.json$/.test(name))
  } catch {
    return []
  }
}
