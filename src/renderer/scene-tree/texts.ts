/** The view that plays a scene tree. */
export const sceneTreeTexts = {
  group: 'Table',
  voices: 'Voices',
  since: 'Said since then'
} as const
