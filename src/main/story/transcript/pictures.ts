import { own } from '../../../shared/base/json'
import { MAX_PICTURE_BYTES, pictureHeader } from '../../../shared/base/picture'
import { fileAt } from '../../../shared/story/layout'
import { pictureFault } from '../../../shared/story/pictures'
import type { LogEntry } from '../../../shared/story/play'
import { entryPictures, openingPictures, type ShownPicture } from '../../../shared/story/shown-pictures'
import type { TranscriptPicture } from '../../transcript/document'
import type { StoryReader } from '../reader'

/** The pictures that scenes show, each where it is seen first. */
export class Pictures {
  readonly #at: ReturnType<StoryReader['past']['hydratedAt']>
  readonly #taken = new Set<string>()

  constructor(
    private readonly campaign: StoryReader,
    to: string
  ) {
    this.#at = campaign.past.hydratedAt(to)
  }

  /** The pictures that a scene shows in a span of beats, without those that an earlier scene has shown. */
  of(
    { opened, ...setting }: { opened: number; place?: string; story?: string },
    entries: readonly LogEntry[],
    { from, to }: { from: number; to: number }
  ): TranscriptPicture[] {
    const { lore, state } = this.#at
    const within = (beat: number): boolean => beat >= from && beat <= to
    const take = (beat: number, pictures: readonly ShownPicture[]): TranscriptPicture[] =>
      pictures.flatMap(({ path, alt }) => {
        const src = this.#taken.has(path) ? undefined : sourceOf(this.campaign, this.#at.tree, path)
        this.#taken.add(path)
        return src === undefined ? [] : [{ beat, src, alt }]
      })
    const isPlayer = (id: string): boolean => own(state.actors, id)?.kind === 'player'
    return [
      ...(within(opened) ? take(opened, openingPictures(lore, setting)) : []),
      ...entries.flatMap((entry) => (within(entry.beat) && entry.beat > opened ? take(entry.beat, entryPictures(entry, lore, isPlayer)) : []))
    ]
  }
}

/** The portraits of characters at a commit as `data:` addresses. A file that is no portrait is left out. */
export function portraitSources(campaign: StoryReader, commit: string, ids: Iterable<string>): Map<string, string> {
  const { lore, tree } = campaign.past.hydratedAt(commit)
  return new Map(
    [...ids].flatMap((id) => {
      const path = own(lore.portraits, id)?.path
      const src = path === undefined ? undefined : sourceOf(campaign, tree, path)
      return src === undefined ? [] : [[id, src] as const]
    })
  )
}

/** A picture of a tree as a `data:` address; undefined for a missing one and for any other file. */
function sourceOf({ past }: StoryReader, tree: string, path: string): string | undefined {
  const bytes = past.bytes(tree, path)
  if (!bytes || bytes.length > MAX_PICTURE_BYTES) return undefined
  const kind = fileAt(path)?.kind
  const isFaulty = (kind === 'portrait' || kind === 'picture') && pictureFault(kind, path, bytes) !== undefined
  const header = isFaulty ? undefined : pictureHeader(bytes)
  return header?.isWhole ? `data:${header.type};base64,${bytes.toString('base64')}` : undefined
}
