// What `recall` is asked and what it finds.

/** What `recall` is asked; all given filters must hold. */
export interface Recall {
  query?: string | undefined
  tags?: readonly string[] | undefined
  link_target?: string | undefined
  sort?: 'modified' | 'relevance' | undefined
  limit?: number | undefined
}

/** One note found: `content` (the whole body) for a search by tags alone, `snippet` else. */
export interface Hit {
  path: string
  title: string
  tags: string[]
  modified: string
  snippet?: string
  content?: string
  /** What is wrong with the note's front matter, in words. */
  problem?: string
}

/** What was found, and whether more would be with a higher limit. */
export interface Found {
  hits: Hit[]
  more: boolean
}

/** Everything one recall came to. */
export interface Recalled extends Found {
  /** Notes that were looked through. */
  of: number
  /** Beats of the active scene in which the link target was named, with who said it. */
  cited: { beat: number; by: string }[]
}
