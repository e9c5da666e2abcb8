import { own } from '../../../shared/base/json'
import { FILES } from '../../campaign/layout'
import { listed } from '../../../shared/words/labels'
import { nameOf } from '../../engine/people'
import { type Side, type Sides, differing, pair, sentence, type DifferenceLine } from './sides'
const who = ({ state }: Side, id: string): string => (id === 'DM' ? 'the DM' : nameOf(state, id))

/** Whose turn it is, and of which kind: "Wren", "the DM (a summary is due)". */
function turn(side: Side): string {
  const { phase, actor } = side.state.next
  if (phase === 'done') return 'no session is open'
  const of = who(side, actor)
  if (phase === 'npc') return `the DM, for ${of}`
  return phase === 'close' ? `${of}, to sum up` : phase === 'open' ? `${of}, to open a scene` : of
}

const fight = ({ state: { next } }: Side): string => (next.mode === 'combat' ? `round ${next.round} of a fight` : 'no fight')

/** The scene and its participants, the turn, the fight, the session, the dice. */
export function table(sides: Sides): DifferenceLine[] {
  const { a, b, changed } = sides
  const next = [FILES.next].filter((file) => changed.has(file))
  const [was, is] = [a.state.scene, b.state.scene]
  const scenes = [was, is].flatMap((scene) => (scene ? [`${scene.path}/ABOUT.md`] : []))
  const files = [...new Set([FILES.currentScene, ...scenes])].filter((file) => changed.has(file))
  const lines: DifferenceLine[] = []
  const differs = (id: string, label: string, from: string, to: string, its: readonly string[] = next): void => {
    if (from !== to) lines.push(pair('table', id, [label, from, to], its))
  }
  const titled = (scene: typeof was): string => (scene ? `“${scene.title}”` : 'none is open')
  differs('beat', 'Beats', String(a.state.next.beat), String(b.state.next.beat))
  differs('session', 'Session', String(a.state.next.session), String(b.state.next.session))
  if (was?.path !== is?.path) differs('scene', 'Scene', titled(was), titled(is), files)
  else if (was && is) for (const key of ['title', 'aim', 'place'] as const) differs(`scene ${key}`, `The scene's ${key}`, was[key], is[key], files)
  if (was && is && was.path === is.path)
    for (const { id, is: here } of differing(was.present, is.present))
      lines.push(sentence('table', `present ${id}`, `${who(b, id)} ${here ? 'is in the scene' : 'is no longer in the scene'}`, files))
  differs('turn', 'Turn', turn(a), turn(b))
  differs('fight', 'Fight', fight(a), fight(b))
  differs('dice', 'Random seed', a.state.next.dice.seed, b.state.next.dice.seed)
  differs(
    'party',
    'Turn order',
    seats(a),
    seats(b),
    [FILES.table].filter((file) => changed.has(file))
  )
  if (lines.length === 0 && next.length > 0) lines.push(sentence('table', 'next', "The table's counters have changed", next))
  if (!lines.some((line) => line.files.includes(FILES.currentScene)) && changed.has(FILES.currentScene))
    lines.push(sentence('table', 'current scene', 'The file current-scene has another format', [FILES.currentScene]))
  return lines
}

/** The table's other counters: who still has to answer or act, what is due, what has been used. */
export function counts({ a, b }: Sides): DifferenceLine[] {
  const [was, is] = [a.state.next, b.state.next]
  const nobody = (words: string): string => (words === '' ? 'nobody' : words)
  const people = (side: Side, ids: readonly string[]): string => nobody(listed(ids.map((id) => who(side, id))))
  const spoken = (used: Readonly<Record<string, number>>): string =>
    Object.entries(used)
      .map(([tool, n]) => `${tool.replaceAll(/[-_]/g, ' ')} ${n}`)
      .join(', ') || 'nothing'
  const lines: DifferenceLine[] = []
  const differs = (id: string, label: string, from: string, to: string): void => {
    if (from !== to) lines.push(pair('table', id, [label, from, to], []))
  }
  differs('scene number', 'Scene of the session', String(was.scene), String(is.scene))
  differs('turns', 'Turns of the scene', String(was.turns), String(is.turns))
  differs('waiting', 'Still to be asked', people(a, was.waiting), people(b, is.waiting))
  differs('initiative', 'Still to act this round', people(a, was.initiative), people(b, is.initiative))
  differs('answering', 'Waits for a private answer', people(a, was.answering ? [was.answering] : []), people(b, is.answering ? [is.answering] : []))
  differs('closing', 'Summaries due', was.closing.join(', ') || 'none', is.closing.join(', ') || 'none')
  differs(
    'resume',
    'After the summary',
    was.resume ? `on to ${who(a, was.resume.actor)}` : 'nothing',
    is.resume ? `on to ${who(b, is.resume.actor)}` : 'nothing'
  )
  differs('spent', 'Used before the turn ends', spoken(was.spent), spoken(is.spent))
  for (const [of, words] of [
    ['scene', 'this scene'],
    ['session', 'this session']
  ] as const)
    for (const one of differing(was.exercised[of], is.exercised[of]))
      differs(`${of} ${one.id}`, `${usedName(b, one.id)}, used ${words}`, String(one.was ?? 0), String(one.is ?? 0))
  differs('called', 'Called on together at beat', String(was.called ?? 'none'), String(is.called ?? 'none'))
  return lines
}

/** The name of an action, condition or table that a scene used. */
function usedName({ game }: Side, id: string): string {
  const name = id.slice(id.indexOf(':') + 1)
  return id.startsWith('condition:') ? (own(game?.conditions, name)?.name ?? name) : name.replaceAll(/[-_]/g, ' ')
}

const seats = (side: Side): string => (side.state.party ?? []).map((id) => who(side, id)).join(', ') || 'by name'
