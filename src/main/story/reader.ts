import type { ActionCall } from '../../shared/story/play'
import type { ExternalChange } from '../../shared/table/present'
import type { Chronicle } from '../campaign/chronicle/chronicle'
import type { History } from '../campaign/history'
import type { Past, Snapshot } from './past'
import type { SavedBeat } from './story'

/** A story that can be read: the present, any commit of its history, and the files in its folder. */
export interface StoryReader {
  readonly history: History
  /** Queries about any commit of the history. */
  readonly past: Past
  /** Every beat of every branch, for the timeline. */
  readonly chronicle: Chronicle
  /** External changes, and files that the app holds back. */
  readonly external: { list(): ExternalChange[] }
  readonly snapshot: Snapshot
}

/** A story whose files can be edited. */
export interface StoryEditor extends StoryReader {
  /**
   * Records edited files as one beat. Its action and `params` identify the kind of edit. `replaced`: paths whose external changes it replaces; their
   * versions in the folder are copied to the folder `aside`. `modes`: the modes of files that the edit moves or restores; any other file keeps the
   * mode that it has in the folder. Throws Problem if a file doesn't fit; then nothing has changed.
   */
  edit(
    updates: ReadonlyMap<string, Buffer | null>,
    subject: string,
    request: Pick<ActionCall, 'kind' | 'action' | 'params'>,
    replaced?: readonly string[],
    modes?: ReadonlyMap<string, number>
  ): Promise<SavedBeat & { aside?: string }>
}
