// The choices that wizards offer. A file of its own, so that the window gets them without the schemas.

/** The bundled game from which a game of one's own grows. */
export const STARTER_GAME = 'starter'

/** What a wizard writes. */
export const WIZARDS = ['action', 'condition', 'item', 'spell', 'table'] as const
export type WizardKind = (typeof WIZARDS)[number]

/** Who takes a new action: the list of the manifest that gets it. */
export const ACTION_USERS = ['entry_actions', 'combat_actions', 'npc_actions', 'dm_actions'] as const
/** What a new action is like at first: it only tells something, rolls dice, concerns somebody here, or uses an item up. */
export const ACTION_SHAPES = ['tell', 'roll', 'person', 'item'] as const
/** What a new condition does. */
export const CONDITION_EFFECTS = ['hinders', 'helps', 'stops', 'nothing'] as const
export const ITEM_KINDS = ['weapon', 'armor', 'consumable', 'tool', 'light', 'treasure'] as const
/** What a new spell does to somebody. */
export const SPELL_EFFECTS = ['harms', 'heals', 'condition'] as const
export const TABLE_DICE = ['d6', 'd12', 'd20', '2d6'] as const
export const LANGUAGES = ['yaml', 'ts'] as const
