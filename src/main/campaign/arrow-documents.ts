import { type ArrowDocument, readArrow } from '../../arrow'
import { MAX_ARROW_BYTES } from '../../shared/story/layout'
import type { Lore } from '../../shared/story/lore'
import { Problem } from '../../shared/base/problem'
import type { Documents } from '../engine/documents'

/** The most recently read documents, the newest first. A long scene reads the same document every beat. */
const recent: { bytes: Buffer; document: ArrowDocument }[] = []
const MAX_RECENT = 4

/** The bytes of a document as text. Throws Problem `bad-file` for more than 32 MB and for anything but UTF-8 text. */
export function arrowText(bytes: Buffer, path: string): string {
  if (bytes.length > MAX_ARROW_BYTES)
    throw new Problem('bad-file', `${path} is larger than 32 MB. Split it into several documents in Arrow.`, { file: path })
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Problem('bad-file', `${path} is not UTF-8 text, so it is not an Arrow document. Restore an earlier version of the file.`, {
      file: path
    })
  }
}

/** The documents of the story events, which are read from a campaign's files, and what else the engine has to know of what is authored. */
export function documentsOf(
  { story, narratives = {} }: Pick<Lore, 'story'> & Partial<Pick<Lore, 'narratives'>>,
  bytesOf: (path: string) => Buffer | undefined
): Documents {
  return {
    story,
    events: story.filter(({ arrow }) => arrow !== undefined),
    undecided: story.filter(({ arrow, done_when: facts }) => arrow === undefined && facts.length === 0),
    narratives: Object.keys(narratives),
    read({ id, arrow }) {
      const bytes = arrow && bytesOf(arrow.path)
      if (!arrow || !bytes)
        throw new Problem('not-found', `The Arrow document of story event ${id} is gone. Attach another one under Scenes.`, { event: id })
      return documentIn(bytes, arrow.path)
    }
  }
}

function documentIn(bytes: Buffer, path: string): ArrowDocument {
  const cached = recent.find((one) => one.bytes.equals(bytes))
  if (cached) return cached.document
  const { document } = readArrow(arrowText(bytes, path))
  recent.unshift({ bytes, document })
  recent.length = Math.min(recent.length, MAX_RECENT)
  return document
}
