import type { Belief } from '../../shared/story/beliefs'
import { counted } from '../ui/amounts'

/** Texts of the notes. */
export const notesTexts = {
  title: 'Notes',
  tree: {
    groups: { folders: 'By folder', tags: 'By tag' } as const,
    waits: 'Reading the notes…',
    count: (shown: number, all: number): string => (shown === all ? counted(all, 'note') : `${shown.toLocaleString('en')} of ${counted(all, 'note')}`)
  },
  links: { tab: 'Links', kinds: { actor: 'sheet', place: 'place', region: 'region', attachment: 'attachment' } as const },
  about: { tab: 'About', belief: beliefWords },
  missing: { tab: 'Missing', createNamed: (target: string): string => `Create note “${target}”` },
  graph: {
    label: 'Graph of links between notes. The Links tab lists the same links.',
    reach: 'Notes in the graph',
    reaches: { 1: 'Linked directly', 2: 'Two links away', all: 'All notes' } as const,
    left: (n: number): string => `${counted(n, 'note')} more not drawn`,
    cut: 'Some links are not drawn',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Show the whole graph',
    overview: 'Overview of the graph',
    choose: 'Open a note to see its links, or show all notes.'
  },
  pictures: { add: 'Add a picture…', shown: 'Pictures of this note' },
  commands: { group: 'Notes', edit: 'Edit note', save: 'Save note', workshop: 'Open in the Workshop' }
} as const

const percent = (share: number): string => `${Math.round(share * 100)}%`

/** A belief in words: “believes it (80%), told by Jory”. */
function beliefWords({ heard, believes, doubts, denies, source, from_whom: teller }: Belief): string {
  const parts = [
    believes === undefined ? undefined : `believes it (${percent(believes)})`,
    doubts === undefined ? undefined : `doubts it (${percent(doubts)})`,
    denies === undefined ? undefined : `denies it (${percent(denies)})`,
    believes === undefined && doubts === undefined && denies === undefined && heard !== undefined ? `has heard of it (${percent(heard)})` : undefined
  ].filter((part) => part !== undefined)
  const origin = teller === undefined ? source : `${source ?? 'told'} by ${teller}`
  return [parts.join(', ') || 'knows of it', ...(origin === undefined ? [] : [origin])].join('; ')
}
