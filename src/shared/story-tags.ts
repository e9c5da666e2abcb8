type Tags = Readonly<Record<string, boolean | string | number>>

/** Tags of a place that play sets, as both games have them; all others are its author's. */
export const STORY_TAGS = ['visited', 'explored'] as const

const isStoryTag = (tag: string): boolean => (STORY_TAGS as readonly string[]).includes(tag)

/** The tags of a place that its author gave it. */
export const authorTags = (tags: Tags): Record<string, boolean | string | number> =>
  Object.fromEntries(Object.entries(tags).filter(([tag]) => !isStoryTag(tag)))

/** The tags of a place that play gave it. */
export const storyTags = (tags: Tags): Record<string, boolean | string | number> =>
  Object.fromEntries(Object.entries(tags).filter(([tag]) => isStoryTag(tag)))
