// What rules import from 'proscenium'. The types for authors stand in rules/proscenium.d.ts.
export { Draft, freeKey, lose, save } from './draft'
export { fighters, inReach, leaveFight, standing, weaponsOf } from './fighting'
export { atLeast, attitude, called, canAct, holds, isDead, lairFrom, npcsAt, partyAt, peopleAt, placeOf, warmer, waysFrom } from './people'
export { forbidding, granted, modifiers, slotsUsed, statOf } from '../../../shared/sheet'
export { sideOf } from '../../../shared/sides'
export { cap, fill, itemName, minutesOf, names, placeName, span, tell } from './words'
