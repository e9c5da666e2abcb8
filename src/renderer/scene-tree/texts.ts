/** The view that plays a scene tree. */
export const sceneTreeTexts = { voices: 'Voices', since: 'Said since then' } as const
