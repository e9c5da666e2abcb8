import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GameState } from '../../shared/story/state'

/** A word planted in one place of a campaign, and who may see it: seats by name, or a rule about the state. */
export interface Secret {
  word: string
  where: string
  may: readonly string[] | ((who: string, state: GameState) => boolean)
}

/** A fact that never holds: whatever requires it is never shown. */
const NEVER = 'qznever'

const WORLD: readonly { file: string; text?: string; add?: string; into?: [string | RegExp, string]; secrets: readonly Secret[] }[] = [
  {
    file: 'world/regions/underclint/locations/throat-yard.yaml',
    into: [/gm_guide: >-\n/, `gm_guide: >-\n  Qzguide.\n`],
    secrets: [{ word: 'qzguide', where: 'the guide to a place', may: ['DM'] }]
  },
  {
    file: 'world/regions/underclint/locations/throat-yard.yaml',
    into: [
      /^features:\n/m,
      `features:\n  qzfeaturekey:\n    name: a qzfeaturename\n    text: A qzfeaturetext.\n    fact: qzfeaturefact\n    after:\n      - ${NEVER}\n`
    ],
    secrets: ['qzfeaturekey', 'qzfeaturename', 'qzfeaturetext', 'qzfeaturefact'].map((word) => ({ word, where: 'a hidden feature', may: ['DM'] }))
  },
  {
    file: 'world/regions/underclint/journeys.yaml',
    add: `qzwaykey:\n  from: throat-yard\n  to: qzplacekey\n  direction: qzwaydirection\n  duration: 1 minute\n  difficulty: 0\n  risks:\n    - qzwayrisk\n  requires: ${NEVER}\n  description: A qzwaytext.\n`,
    secrets: ['qzwaykey', 'qzwaydirection', 'qzwayrisk', 'qzwaytext'].map((word) => ({ word, where: 'a way that is closed', may: [] }))
  },
  {
    file: 'world/regions/underclint/locations/qzplacekey.yaml',
    text: 'name: Qzplacename\ndescription: A qzplacetext.\ngm_guide: Qzplaceguide.\nsenses:\n  - qzplacesense\n',
    secrets: [
      ...['qzplacekey', 'qzplacename'].map((word) => ({ word, where: 'a place that is far', may: ['DM'] })),
      ...['qzplacetext', 'qzplaceguide', 'qzplacesense'].map((word) => ({ word, where: 'what a far place looks like', may: [] }))
    ]
  },
  {
    file: 'world/story/Qzstoryfolder/ABOUT.md',
    text: `---\ntitle: Qzstorytitle\norder: 99\nplace: qzplacekey\naim: Qzstoryaim.\nstarts_when:\n  - ${NEVER}\ndone_when:\n  - ${NEVER}\nopening:\n  - Qzstoryopening.\nclosing:\n  - Qzstoryclosing.\ntags:\n  - qzstorytag\naliases:\n  - Qzstoryalias\n---\n\n# Qzstoryheading\n\nQzstorybody, see [[Qzstorylink]].\n`,
    secrets: ['folder', 'title', 'aim', 'opening', 'closing', 'tag', 'alias', 'heading', 'body', 'link'].map((part) => ({
      word: `qzstory${part}`,
      where: part === 'alias' ? 'another name of a note' : 'a story event',
      may: ['DM']
    }))
  },
  {
    file: 'world/story/The Counting/ABOUT.md',
    add: '\nThe qzplot thickens.\n',
    secrets: [{ word: 'qzplot', where: 'the story event that is played', may: ['DM'] }]
  },
  {
    file: 'world/STATE.yaml',
    into: ['facts: {}\n', 'facts:\n  qzfactkey: qzfactvalue\n'],
    secrets: ['qzfactkey', 'qzfactvalue'].map((word) => ({ word, where: 'a fact', may: ['DM'] }))
  },
  {
    file: 'world/STATE.yaml',
    into: [/^threads:\n/m, 'threads:\n  qzthread:\n    text: A qzthreadtext.\n    open: true\n'],
    secrets: ['qzthread', 'qzthreadtext'].map((word) => ({ word, where: 'a thread of the story', may: ['DM'] }))
  },
  {
    file: 'world/STATE.yaml',
    into: [/^quests:\n/m, 'quests:\n  qzaim:\n    title: A qzquesttitle\n    owner: Tobit\n    done_when: qzquestfact\n'],
    secrets: [
      ...['qzaim', 'qzquestfact'].map((word) => ({ word, where: 'a quest', may: ['DM'] })),
      { word: 'qzquesttitle', where: 'a quest', may: ['DM', 'Tobit'] }
    ]
  },
  {
    file: 'world/STATE.yaml',
    into: [/^factions:\n/m, 'factions:\n  qzfaction:\n    name: The qzfactionname\n    members:\n      Hask: true\n'],
    secrets: ['qzfaction', 'qzfactionname'].map((word) => ({ word, where: 'a faction', may: ['DM'] }))
  },
  {
    file: 'world/STATE.yaml',
    into: [/^relationships:\n/m, 'relationships:\n  qzbond:\n    type: OWES\n    from: Tobit\n    to: Hask\n    text: a qztietext\n'],
    secrets: [
      { word: 'qzbond', where: 'how people stand to each other', may: ['DM'] },
      { word: 'qztietext', where: 'how people stand to each other', may: ['DM', 'Tobit'] }
    ]
  },
  {
    file: 'world/npcs/Hask/ABOUT.md',
    add: '\nShe keeps a qznpcbody.\n',
    secrets: [{ word: 'qznpcbody', where: 'what is known of somebody of the story', may: ['DM'] }]
  },
  {
    file: 'world/npcs/Hask/STATS.yaml',
    into: [/^reveals:\n/m, `reveals:\n  qzrevealkey:\n    text: A qzrevealtext.\n    after:\n      - ${NEVER}\n`],
    secrets: ['qzrevealkey', 'qzrevealtext'].map((word) => ({ word, where: 'what somebody could tell', may: [] }))
  },
  {
    file: 'world/npcs/Hask/STATS.yaml',
    into: ['inventory:\n', 'inventory:\n  qzthingkey:\n    item: staff\n    name: a qzthingname\n    tags:\n      qzthingtag: true\n'],
    secrets: ['qzthingkey', 'qzthingname', 'qzthingtag'].map((word) => ({ word, where: 'a thing somebody of the story carries', may: ['DM'] }))
  },
  {
    file: 'world/npcs/Hask/BELIEFS.yaml',
    text: 'qzbelief:\n  text: A qzbelieftext.\n',
    secrets: ['qzbelief', 'qzbelieftext'].map((word) => ({ word, where: 'what somebody believes', may: ['DM'] }))
  },
  {
    file: 'world/story/qznarrativefolder/ABOUT.md',
    text: '---\nname: A qznarrativename\ntype: secret\ninterpretation: A qznarrativemeaning.\ntruth: 0\nnarrator_notes: A qznarrativenote.\n---\n\n# A qznarrativeheading\n\nA qznarrativetext.\n',
    secrets: [
      ...['folder', 'text'].map((part) => ({ word: `qznarrative${part}`, where: 'a narrative that somebody believes', may: ['DM', 'Tobit'] })),
      ...['name', 'meaning', 'note', 'heading'].map((part) => ({
        word: `qznarrative${part}`,
        where: 'what the DM knows of a narrative',
        may: ['DM']
      }))
    ]
  },
  {
    file: 'world/story/qzunheardfolder/ABOUT.md',
    text: '---\nname: A qzunheardname\ntype: rumor\n---\n\nA qzunheardtext.\n',
    secrets: [
      ...['folder', 'text'].map((part) => ({ word: `qzunheard${part}`, where: 'a narrative that nobody has heard of', may: ['DM'] })),
      { word: 'qzunheardname', where: 'the name of a narrative that nobody has heard of', may: [] }
    ]
  },
  {
    // The built-in table gives a player's first belief as a reason. Nobody has to keep it secret.
    file: 'world/players/Tobit/BELIEFS.yaml',
    text: 'aloud:\n  text: The water is low.\n  believes: 1\nqzheld:\n  text: A qzheldtext.\n  believes: 1\nqznarrativefolder:\n  believes: 1\nqzunheardfolder:\n  heard: 0\n',
    secrets: ['qzheld', 'qzheldtext'].map((word) => ({ word, where: 'what a player believes', may: ['DM', 'Tobit'] }))
  },
  {
    file: 'world/players/Tobit/ABOUT.md',
    add: '\nHe hides a qzsheetbody.\n',
    secrets: [{ word: 'qzsheetbody', where: 'another’s past', may: ['DM', 'Tobit'] }]
  },
  {
    file: 'world/players/Tobit/STATS.yaml',
    into: ['tags: {}\n', 'tags:\n  qzsheettag: qzsheettagvalue\n'],
    secrets: ['qzsheettag', 'qzsheettagvalue'].map((word) => ({ word, where: 'a tag of another’s sheet', may: ['DM', 'Tobit'] }))
  },
  {
    file: 'world/players/Tobit/STATS.yaml',
    // An item that is part of a body is never given away; a character may know a gift.
    into: ['inventory:\n', 'inventory:\n  qzitemkey:\n    item: thick-hide\n    name: a qzitemname\n    tags:\n      qzitemtag: true\n'],
    secrets: ['qzitemkey', 'qzitemname', 'qzitemtag'].map((word) => ({ word, where: 'a thing another player carries', may: ['DM', 'Tobit'] }))
  },
  {
    file: 'rules/conditions/qzconditionkey.yaml',
    text: 'name: Qzconditionname\ndescription: A qzconditiontext.\nvisible: false\n',
    secrets: []
  },
  {
    file: 'world/players/Tobit/STATS.yaml',
    into: ['conditions: {}\n', 'conditions:\n  qzconditionkey: {}\n'],
    secrets: ['key', 'name', 'text'].map((part) => ({
      word: `qzcondition${part}`,
      where: part === 'text' ? 'what a condition does' : 'a condition nobody sees',
      may: ['DM', 'Tobit']
    }))
  },
  {
    file: 'world/players/Tobit/TIMELINE.yaml',
    text: '- {"beat":0,"clock":"1421-10-01T09:00:00Z","text":"A qztimeline."}\n',
    secrets: [{ word: 'qztimeline', where: 'another’s timeline', may: ['Tobit'] }]
  },
  ...['Wren', 'Tobit'].map((player) => {
    const own = `qznote${player.toLowerCase()}`
    const parts = ['folder', 'file', 'title', 'tag', 'alias', 'body', 'link', 'heading', 'block']
    return {
      file: `player-notes/${player}/${own}folder/${own}file.md`,
      text: `---\ntags:\n  - ${own}tag\naliases:\n  - ${own}alias\nqzkey: x\ncreated: 1421-10-01T09:00:00Z\nmodified: 1421-10-01T09:00:00Z\n---\n\n# ${own}title\n\nA ${own}body, see [[${own}link#${own}heading|words]], [[the-wall]] and [[x#^${own}block]].\n`,
      secrets: parts.map((part) => ({
        word: `${own}${part}`,
        where: part === 'alias' ? 'another name of a note' : `a note of ${player}`,
        may: [player]
      }))
    }
  }),
  {
    file: 'world/misc/Qztopicfolder/ABOUT.md',
    text: '---\ntags:\n  - qztopictag\n---\n\n# Qztopictitle\n\nA qztopicbody that links [[Wren]], [[Tobit]] and [[Hask]].\n',
    secrets: ['folder', 'tag', 'title', 'body'].map((part) => ({ word: `qztopic${part}`, where: 'a topic of the world', may: ['DM'] }))
  },
  {
    file: 'world/rulings/qzrulingfile.md',
    text: '# Qzrulingtitle\n\nA qzrulingbody.\n',
    secrets: ['file', 'title', 'body'].map((part) => ({ word: `qzruling${part}`, where: 'a ruling', may: ['DM'] }))
  },
  {
    file: 'SUMMARY.md',
    into: ['## Key events\n', '## Key events\n\nIt was the qzkeyevent.\n'],
    secrets: [{ word: 'qzkeyevent', where: 'the DM’s own summary of the campaign', may: ['DM'] }]
  },
  {
    file: 'SUMMARY.md',
    into: ['Nothing has happened yet.', 'They all saw the qzrecap.'],
    secrets: [{ word: 'qzrecap', where: 'the recap', may: ['DM', 'Wren', 'Tobit', 'Pym'] }]
  },
  {
    file: 'table.yaml',
    into: ['direction:\n', 'direction:\n  personas:\n    Tobit: direction/talker.md\n'],
    secrets: []
  },
  { file: 'direction/tone.md', add: '\nA qztone.\n', secrets: [{ word: 'qztone', where: 'the tone', may: ['DM', 'Wren', 'Tobit', 'Pym'] }] },
  { file: 'direction/dm-storyteller.md', add: '\nA qzstyle.\n', secrets: [{ word: 'qzstyle', where: 'the DM’s style', may: ['DM'] }] },
  { file: 'direction/talker.md', add: '\nA qzpersona.\n', secrets: [{ word: 'qzpersona', where: 'another’s persona', may: ['Tobit'] }] },
  { file: 'direction/griefer.md', add: '\nA qzunused.\n', secrets: [{ word: 'qzunused', where: 'a direction file that nobody has', may: [] }] },
  { file: 'table.yaml', add: 'qztable: qztablevalue\n', secrets: [{ word: 'qztable', where: 'table.yaml', may: [] }] },
  { file: 'rules/actions/rest.ts', add: '\n// A qzcomment.\n', secrets: [{ word: 'qzcomment', where: 'the text of a rule', may: [] }] }
]

/** Words that enter the story during play. */
export const SPOKEN = {
  whisper: {
    word: 'qzwhisper',
    where: 'a whisper',
    may: (who: string, { next }: GameState) => who === 'Wren' || (who === 'DM' && next.answering === 'Wren')
  },
  answer: {
    word: 'qzanswer',
    where: 'the DM’s private answer',
    may: (who: string, { next }: GameState) => who === 'Wren' || (who === 'DM' && next.answering === 'Wren')
  },
  life: { word: 'qzremembered', where: 'what somebody will remember', may: ['Wren'] },
  plan: { word: 'qzplanned', where: 'a player’s own plan', may: ['Wren'] },
  dmplan: { word: 'qzdmplan', where: 'the DM’s own plan', may: ['DM'] },
  summary: { word: 'qzsummary', where: 'the DM’s own summary', may: ['DM'] },
  note: { word: 'qzwritten', where: 'a note that was just written', may: ['Wren'] },
  seed: { word: 'qzseed', where: 'the seed of the dice', may: [] }
} satisfies Record<string, Secret>

/** A word said at the table in the scene that this beat opened: everybody may see it while the scene lasts, afterwards only who was there. */
export const saidInScene = (opened: number, witnesses: readonly string[]): Secret => ({
  word: 'qzsaid',
  where: 'the log of a scene that is closed',
  may: (who, state) => witnesses.includes(who) || state.scene?.opened === opened
})

/** Writes a unique word into every secret place of a campaign's working folder. Returns the words. */
export function plant(dir: string): Secret[] {
  return WORLD.flatMap(({ file, text, add, into, secrets }) => {
    const path = join(dir, file)
    mkdirSync(dirname(path), { recursive: true })
    if (text !== undefined) writeFileSync(path, text)
    if (add !== undefined) writeFileSync(path, readFileSync(path, 'utf8') + add)
    if (into !== undefined) {
      const before = readFileSync(path, 'utf8')
      const after = before.replace(into[0], () => into[1])
      if (after === before) throw new Error(`Nothing was planted in ${file}.`)
      writeFileSync(path, after)
    }
    return secrets
  })
}

/** Whether somebody may see a secret now. */
export const mayKnow = ({ may }: Secret, who: string, state: GameState): boolean => (typeof may === 'function' ? may(who, state) : may.includes(who))
