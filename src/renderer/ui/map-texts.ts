import type { Journey } from '../../shared/state'

/** What the drawn map says. */
export const mapTexts = {
  label: 'Map of the world',
  group: 'Map',
  empty: 'No places yet',
  emptyHint: 'A world begins with one place. Add it here, or look at how the sample is made.',
  addPlace: 'Add a place',
  sample: 'Open the sample',
  loading: 'Reading the world…',
  layingOut: 'Laying out the map',
  layingOutSteps: (done: number, of: number): string => `Laying out the map: ${done} of ${of}`,
  stop: 'Leave it as it is',
  notLaidOut: 'The map could not be laid out, so the places stand in rows.',
  tryAgain: 'Try again',
  fit: 'Show the whole map',
  closer: 'Closer',
  farther: 'Farther',
  whole: 'Overview of the map',
  find: 'Find a place',
  findHint: 'Name or id of a place',
  notFound: 'No place is called that.',
  fold: (name: string): string => `Fold ${name} into one card`,
  unfold: (name: string): string => `Open ${name}`,
  places: (count: number): string => (count === 1 ? '1 place' : `${count} places`),
  more: (count: number): string => `+${count}`,
  tools: 'Tools of the map',
  fog: 'Hide what the party has not seen',
  arrange: 'Arrange',
  left: 'Align left',
  right: 'Align right',
  top: 'Align top',
  bottom: 'Align bottom',
  across: 'Align in a column',
  down: 'Align in a row',
  spreadAcross: 'Distribute across',
  spreadDown: 'Distribute down',
  again: 'Lay out again',
  keep: 'Keep all positions as they are',
  forget: 'Forget hand-made positions of the chosen',
  newPlace: 'New place',
  remove: 'Remove what is chosen on the map',
  foldChosen: 'Fold or open the region of what is chosen',
  keptAlready: 'Every position is made by hand already.',
  forgotAlready: 'None of the chosen places was put anywhere by hand.'
}

/** A journey in two lines: where it leads and how long it takes; how hard it is and what may happen, where it is and may. */
export function journeyLines({ direction, duration, difficulty, risks }: Journey): string[] {
  const hard = [difficulty > 0 ? `difficulty ${difficulty}` : '', risks.join(', ')]
  return [[direction, duration], hard].map((parts) => parts.filter(Boolean).join(' · ')).filter(Boolean)
}

/** A journey in one line. */
export const journeyWords = (journey: Journey): string => journeyLines(journey).join(' · ')
