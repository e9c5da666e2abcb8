import { slice } from '../slice'
import type { BeatSearch } from './search-hits'

/** The dialogs about branches: renaming one, listing deleted ones, or finding one. */
export type BranchDialog = { rename: string } | 'deleted' | 'find'

/** The search for beats while it is open, and the open dialog about branches. */
export const useTimeline = slice<{ finding?: BeatSearch; branchDialog?: BranchDialog }>('timeline', {})
