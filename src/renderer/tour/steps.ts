/** A step of the tour: what it says, and the part of the window that it shows. */
export interface TourStep {
  title: string
  text: string
  /** The view that is opened for it. */
  view: 'play' | 'map'
  /** A selector of the part. */
  part: string
}

/** The tour over a campaign. */
export const STEPS: readonly TourStep[] = [
  {
    title: 'Let the table play',
    text: 'Press Space. The Dungeon Master and the players take their turns; press Space again to stop them. Every action is one beat, and every beat is saved.',
    view: 'play',
    part: '.transport'
  },
  {
    title: 'Read the story',
    text: 'The log tells what happened. Click a line to see its beat: what was known, what could have been done, and the dice.',
    view: 'play',
    part: '.side'
  },
  {
    title: 'Go back in time',
    text: 'Press ← and →, or click the timeline. The whole window shows that moment, and Esc returns to now. If you play from there, a new branch begins, and the old one stays.',
    view: 'play',
    part: '.frame-times'
  },
  {
    title: 'Change the world',
    text: 'Double-click the map to add a place. Drag from the edge of one place to another to add a journey. The other views hold the scenes, the people and the rules.',
    view: 'map',
    part: '.middle > .rail'
  },
  {
    title: 'Find anything',
    text: 'Ctrl+K, or ⌘K on a Mac, finds every command, place, character and note. F1 opens the help, where you can take this tour again.',
    view: 'play',
    part: '.title-end > button:last-of-type'
  }
]
