// Quests: create, update, complete. Reads one JSON object from standard input and writes one to standard output.
import { stdin, stdout } from 'node:process'

/** Something that can't be done, in a sentence. */
class Refusal extends Error {}

const pointer = (...keys) => keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A quest as its file may have it: a bare text is its name, and a quest without a status is active. */
function questOf(quests, id) {
  const quest = Object.hasOwn(quests, id) ? quests[id] : undefined
  if (quest === undefined) throw new Refusal(`There is no quest "${id}".`)
  if (typeof quest === 'string') throw new Refusal(`The quest "${id}" is only a name so far. Give it a status in its file first.`)
  return { ...quest, name: quest.name ?? quest.title ?? id, status: quest.status ?? 'active' }
}

function create(quests, { id, name, description, giver, inactive = false, prerequisites, objectives }) {
  if (Object.hasOwn(quests, id)) throw new Refusal(`There is a quest "${id}" already. Update it, or choose another id.`)
  if (name === undefined) throw new Refusal('A new quest needs a name.')
  const missing = (prerequisites ?? []).find((other) => !Object.hasOwn(quests, other))
  if (missing !== undefined) throw new Refusal(`There is no quest "${missing}" to wait for.`)
  const value = {
    name,
    status: inactive ? 'inactive' : 'active',
    ...(description === undefined ? {} : { description }),
    ...(giver === undefined ? {} : { giver }),
    ...(prerequisites?.length ? { prerequisites: Object.fromEntries(prerequisites.map((other) => [other, true])) } : {}),
    ...(objectives === undefined ? {} : { objectives: Object.fromEntries(Object.entries(objectives).map(([key, text]) => [key, { text }])) })
  }
  return { status: value.status, stateChanges: [{ path: pointer('quests', id), operation: 'Add', value }] }
}

/** Sets one field, whether it is there or not. */
const set = (quest, id, field, value) => ({
  path: pointer('quests', id, field),
  operation: quest[field] === undefined ? 'Add' : 'Update',
  value
})

function update(quests, { id, inactive, objectives = {}, done = [], ...rest }) {
  const quest = questOf(quests, id)
  if (quest.status === 'completed' || quest.status === 'failed') throw new Refusal(`The quest “${quest.name}” is over.`)
  const written = quests[id]
  const stateChanges = ['name', 'description', 'giver'].flatMap((field) => (rest[field] === undefined ? [] : [set(written, id, field, rest[field])]))
  if (rest.prerequisites !== undefined)
    stateChanges.push(set(written, id, 'prerequisites', Object.fromEntries(rest.prerequisites.map((other) => [other, true]))))
  const goals = goalsOf(written.objectives, objectives, done, quest.name)
  if (goals) stateChanges.push(set(written, id, 'objectives', goals))
  const status = inactive === false && quest.status === 'inactive' ? 'active' : quest.status
  if (status !== quest.status) stateChanges.push(set(written, id, 'status', status))
  if (stateChanges.length === 0) throw new Refusal('Say what to change.')
  return { status, stateChanges }
}

/** The objectives with new ones added and some reached; undefined if nothing changes. An old file may have them as a list of texts. */
function goalsOf(written, added, done, name) {
  if (Object.keys(added).length === 0 && done.length === 0) return undefined
  const before = Array.isArray(written) ? Object.fromEntries(written.map((text, i) => [String(i + 1), text])) : (written ?? {})
  const goals = Object.fromEntries(
    [...Object.entries(before), ...Object.entries(added)].map(([id, goal]) => [id, typeof goal === 'string' ? { text: goal } : goal])
  )
  for (const id of done) {
    if (!Object.hasOwn(goals, id)) throw new Refusal(`The quest “${name}” has no objective "${id}".`)
    goals[id] = { ...goals[id], done: true }
  }
  return goals
}

function complete(quests, { id, failed = false, outcome }) {
  const quest = questOf(quests, id)
  const status = failed ? 'failed' : 'completed'
  if (quest.status !== 'active') {
    const why = quest.status === 'inactive' ? 'has not begun' : `is over: it is ${quest.status}`
    throw new Refusal(`The quest “${quest.name}” ${why}, so it can't be ${status}.`)
  }
  const stateChanges = [set(quests[id], id, 'status', status), ...(outcome === undefined ? [] : [set(quests[id], id, 'outcome', outcome)])]
  return { status, stateChanges }
}

const DOES = { create, update, complete }

let text = ''
for await (const part of stdin.setEncoding('utf8')) text += part
try {
  const { parameters, state } = JSON.parse(text)
  const { status, stateChanges } = DOES[parameters.do](state.quests ?? {}, parameters)
  stdout.write(JSON.stringify({ success: true, output: { id: parameters.id, status }, stateChanges, errors: [] }))
} catch (error) {
  const why = error instanceof Refusal ? error.message : `The input can't be read: ${error.message}`
  stdout.write(JSON.stringify({ success: false, output: {}, stateChanges: [], errors: [why] }))
  process.exitCode = 1
}
