import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** How a host that runs can be asked for another link, kept for this user alone in `running/` of the app's folder. */
const Running = z.object({ origin: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+$/), secret: z.string() })
type Running = z.infer<typeof Running>

/** A link into a host, and a file with a page that leads to it: what is named on a command line everybody on the machine can read, that file only this user. */
export interface Way {
  url: string
  page: string
}

/** Milliseconds that a host on this machine has for its answer. */
const PATIENCE_MS = 3000
const OURS = 0o600

/** The files of one running host. */
export interface HostFiles {
  /** What a second start proves itself with. */
  readonly secret: string
  /** Writes the page that leads to a link, in place of the one before. Throws an error of the file system. */
  lead(url: string): string
  /** Takes the page away: its link was used. */
  forgetPage(): void
  remove(): void
}

/** Makes the files of a host. A folder that takes none only means that no second start finds it. */
export function hostFiles(home: string, origin: string): HostFiles {
  const folder = join(home, 'running')
  const port = new URL(origin).port
  const note = join(folder, `${port}.json`)
  const page = join(folder, `${port}.html`)
  const secret = randomBytes(24).toString('base64url')
  const put = (file: string, text: string): void => {
    // A new file, so that nobody who opened the old one reads on, and the mode is ours from the first byte.
    rmSync(file, { force: true })
    writeFileSync(file, text, { mode: OURS, flag: 'wx' })
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    put(note, JSON.stringify({ origin, secret } satisfies Running))
  } catch {
    // The link that is printed leads in all the same.
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

/** A page that goes on to an address at once; a browser that was led there from outside sends our strict cookie only from a page of ours. */
export const leading = (url: string): string =>
  `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}"><title>Proscenium</title>\n`

/** A new link into a host of this user that already serves this campaign, or any when none is named; undefined when there is none. */
export async function wayIntoRunning(home: string, dir: string | undefined): Promise<Way | undefined> {
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
        signal: AbortSignal.timeout(PATIENCE_MS)
      })
      const url = await answer.text()
      // Another program may have the port of a host that has ended: of its answer nothing is opened but our own page.
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
