/** What the menu of a node or connection offers, on the graph and in the outline. */
export const SCENE_MENU = [
  'arrow.details',
  'arrow.rename',
  'arrow.add',
  'arrow.insert',
  'arrow.connect',
  'arrow.duplicate',
  'arrow.copy',
  'arrow.cut',
  'arrow.paste',
  'arrow.skip',
  'arrow.move',
  'arrow.play',
  'arrow.remove'
] as const
