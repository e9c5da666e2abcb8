import type { Game } from '../../shared/story/game'
import { loadGame } from './load-game'

const manifest = 'game: Probe\nversion: "1"\nentry_actions: [probe, plain]\n'
/** A second, harmless rule that reports everything it sees. */
const plain = `export default { name: 'plain', description: 'Tells what it sees.', params: [], available: () => true,
  execute: (state, actor) => ({ stateDelta: { facts: { seen: Object.keys(state.actors).join() } }, narrative: actor + ' sees ' + roll('2d6').total + ', ' + [3, 1, 2].sort().join('') + ', ' + JSON.stringify({}) }) }`

/** A game with the rule `probe`, whose `execute` has this body, and the rule `plain`. The body begins on line 3. */
export const probeFiles = (body: string, extra: Record<string, string> = {}, before = ''): Map<string, string> =>
  new Map(
    Object.entries({
      'manifest.yaml': manifest,
      'actions/plain.ts': plain,
      'actions/probe.ts': `${before}; export default { name: 'probe', description: 'Probes.', params: [], available: () => true,\n  execute(state, actor, params) {\n${body}\n  } }\n`,
      ...extra
    })
  )
export const probeGame = (body: string, extra: Record<string, string> = {}, before = ''): Promise<Game> => loadGame(probeFiles(body, extra, before))
