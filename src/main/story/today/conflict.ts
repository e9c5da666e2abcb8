import { fileAt } from '../../../shared/story/layout'
import type { GameState } from '../../../shared/story/state'
import type { TodayChoice, TodayConflict } from '../../../shared/contract/today-calls'
import { spliceFrontMatter } from '../../campaign/front-matter'
import { splice, type FileChange } from '../../campaign/yaml-splice'

/** A choice of a conflict, and what it does to the files. */
export interface Choice extends TodayChoice {
  apply?: (files: FileDraft) => void
}

/** A conflict with what its choices do. */
export type OpenConflict = Omit<TodayConflict, 'choices'> & { choices: Choice[] }

/** How sentences name the two sides: where the story is, and where the world is. */
export interface Where {
  here: string
  there: string
}

/** The files of a tree with changes over them; null for a removed file. */
export class FileDraft {
  constructor(
    readonly changed: Map<string, Buffer | null>,
    private readonly below: (path: string) => Buffer | undefined
  ) {}

  bytes = (path: string): Buffer | undefined => {
    const bytes = this.changed.get(path)
    return bytes === null ? undefined : (bytes ?? this.below(path))
  }

  /** The file's bytes before the changes. */
  before = (path: string): Buffer | undefined => this.below(path)

  set(path: string, bytes: Buffer | null): void {
    if (bytes === null && this.below(path) === undefined) this.changed.delete(path)
    else this.changed.set(path, bytes)
  }

  /** Gives a file the bytes that it had before the changes. */
  restore(path: string): void {
    this.changed.delete(path)
  }

  /** Changes values of a YAML file or of front matter. Does nothing if there is no such file. */
  splice(path: string, ...changes: FileChange[]): void {
    const text = this.bytes(path)?.toString('utf8')
    if (text === undefined) return
    this.set(path, Buffer.from(path.endsWith('.md') ? spliceFrontMatter(text, changes) : splice(text, changes)))
  }
}

/** The characters who decide or wait in this round, and those of a running fight. They must stay in the story. */
export function hasTurn({ next, combat, plays }: Pick<GameState, 'next' | 'combat' | 'plays'>): Set<string> {
  const { actor, waiting, initiative, answering, resume } = next
  const asked = Object.values(plays ?? {}).flatMap((play) => play.waiting?.flatMap(({ who }) => who ?? []) ?? [])
  const all = [actor, waiting, initiative, answering, resume?.actor, resume?.answering, asked, Object.keys(combat?.initiative ?? {})]
  return new Set(all.flat().filter((id) => id !== undefined))
}

/** A character, place or story event. */
export type EntityKind = 'actor' | 'place' | 'event'

/** The character, place or story event that a file belongs to, and its group or region. */
export function entityOf(path: string): { kind: EntityKind; id: string; folder: string } | undefined {
  const inside = /^world\/(players|npcs|story)\/([^/]+)\//.exec(path)
  if (inside) return { kind: inside[1] === 'story' ? 'event' : 'actor', id: inside[2] ?? '', folder: inside[0] }
  const at = fileAt(path)
  return at?.kind === 'location' ? { kind: 'place', id: at.parts.id, folder: path } : undefined
}
