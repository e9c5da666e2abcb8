// What rules import from 'proscenium'. The types for authors stand in rules/proscenium.d.ts.
export { applyEffects } from './effects'
export { damage, damage as lose, Draft, freeKey, save } from './draft'
export {
  fighters,
  inReach,
  leaveCombat,
  leaveCombat as leaveFight,
  ableOnSide as standing,
  startCombat,
  startCombat as startFight,
  weaponsOf
} from './fighting'
export {
  atLeast,
  attitude,
  called,
  canAct,
  holds,
  isDead,
  lairFrom,
  nextReveal,
  npcsAt,
  openFeatures,
  partyAt,
  partyNear,
  peopleAt,
  placeOf,
  placesOf,
  refugeOf,
  warmer,
  waysFrom
} from './people'
export { remembered } from './remembered'
export { forbidding, granted, modifiers, slotsUsed, statOf } from '../../../shared/story/sheet'
export { sideOf } from '../../../shared/story/sides'
export { cap, fill, itemName, minutesOf, names, placeName, span, tell } from './words'
