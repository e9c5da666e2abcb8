type Tags = Readonly<Record<string, boolean | string | number>>

/** Place tags that play sets in both bundled games. All others are the author's. */
export const STORY_TAGS = ['visited', 'explored'] as const

const isStoryTag = (tag: string): boolean => (STORY_TAGS as readonly string[]).includes(tag)

/** The place tags that the author set. */
export const authorTags = (tags: Tags): Record<string, boolean | string | number> =>
  Object.fromEntries(Object.entries(tags).filter(([tag]) => !isStoryTag(tag)))

/** The place tags that play set. */
export const storyTags = (tags: Tags): Record<string, boolean | string | number> =>
  Object.fromEntries(Object.entries(tags).filter(([tag]) => isStoryTag(tag)))
