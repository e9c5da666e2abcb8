// The choices that wizards offer. A file of its own, so that the window gets them without the schemas.

/** The bundled game that new games start from. */
export const STARTER_GAME = 'starter'

/** The things that wizards create. */
export const WIZARDS = ['action', 'condition', 'item', 'spell', 'table'] as const
export type WizardKind = (typeof WIZARDS)[number]

/** The users of a new action: the list of the manifest that gets it. */
export const ACTION_USERS = ['entry_actions', 'combat_actions', 'npc_actions', 'dm_actions'] as const
/** The initial effect of a new action: it only tells something, rolls dice, concerns an actor at the place, or uses up an item. */
export const ACTION_SHAPES = ['tell', 'roll', 'person', 'item'] as const
/** The effect of a new condition. */
export const CONDITION_EFFECTS = ['hinders', 'helps', 'stops', 'nothing'] as const
export const ITEM_KINDS = ['weapon', 'armor', 'consumable', 'tool', 'light', 'treasure'] as const
/** The effect of a new spell on its target. */
export const SPELL_EFFECTS = ['harms', 'heals', 'condition'] as const
export const TABLE_DICE = ['d6', 'd12', 'd20', '2d6'] as const
export const LANGUAGES = ['yaml', 'ts'] as const
