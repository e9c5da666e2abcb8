import type { Finding } from '../../shared/moments'
import { slice } from '../slice'
import { loadWatched } from './watched'

/** Two commits that are compared. */
export interface Comparing {
  a: string
  b: string
}

/** What is asked of many moments, in this window. Only what is watched is saved: on this machine, by campaign. */
export interface Moments {
  comparing?: Comparing | undefined
  /** The commit that another is to be chosen for, while it is chosen. */
  choosing?: string | undefined
  /** Whether the search for a moment is open, what is asked, and what was found last. */
  finding: boolean
  question: string
  found?: Finding | undefined
  watched: Readonly<Record<string, readonly string[]>>
}

/** Nothing asked yet; what is watched as it was saved. */
export const useMoments = slice<Moments>('moments', { finding: false, question: '', watched: loadWatched() }, ({ watched }) => ({
  finding: false,
  question: '',
  watched
}))
