// What characters and places hold: add, remove, query. Reads one JSON object from standard input and writes one to standard output.
import { stdin, stdout } from 'node:process'

/** Something that can't be done, in a sentence. */
class Refusal extends Error {}

const pointer = (...keys) => keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
const own = (map, key) => (map && Object.hasOwn(map, key) ? map[key] : undefined)

function holderOf(state, owner) {
  for (const root of ['actors', 'places']) {
    const holder = own(state[root], owner)
    if (holder) return { root, name: holder.name ?? owner, inventory: holder.inventory ?? {} }
  }
  throw new Refusal(`There is no character or place "${owner}".`)
}

const entries = (inventory) => Object.entries(inventory).map(([id, { item, count = 1, name }]) => ({ id, item, count, ...(name ? { name } : {}) }))

/** The entry that holds things of this kind; a thing with a name of its own is found by it. */
const entryOf = (inventory, item, name) => entries(inventory).find((one) => one.item === item && one.name === name)

/** An id that the inventory hasn't yet. */
function freeId(inventory, item) {
  for (let n = 1; ; n++) {
    const id = n === 1 ? item : `${item}-${n}`
    if (!Object.hasOwn(inventory, id)) return id
  }
}

function add({ root, inventory }, { owner, item, count = 1, name }) {
  const entry = entryOf(inventory, item, name)
  if (!entry) {
    const value = { item, ...(count === 1 ? {} : { count }), ...(name ? { name } : {}) }
    return { now: count, stateChanges: [{ path: pointer(root, owner, 'inventory', freeId(inventory, item)), operation: 'Add', value }] }
  }
  const now = entry.count + count
  return { now, stateChanges: [setCount(root, owner, inventory, entry, now)] }
}

function remove({ root, name: holder, inventory }, { owner, item, count = 1, name }) {
  const entry = entryOf(inventory, item, name) ?? entries(inventory).find((one) => one.item === item)
  if (!entry) throw new Refusal(`${holder} has no ${name ?? item}.`)
  const now = entry.count - count
  if (now < 0) throw new Refusal(`${holder} has only ${entry.count} of ${name ?? item}, so ${count} can't be removed.`)
  if (now === 0) return { now, stateChanges: [{ path: pointer(root, owner, 'inventory', entry.id), operation: 'Remove' }] }
  return { now, stateChanges: [setCount(root, owner, inventory, entry, now)] }
}

/** An entry without a count is one thing. */
const setCount = (root, owner, inventory, { id }, value) => ({
  path: pointer(root, owner, 'inventory', id, 'count'),
  operation: inventory[id].count === undefined ? 'Add' : 'Update',
  value
})

function answerTo({ parameters, state }) {
  const holder = holderOf(state, parameters.owner)
  if (parameters.do === 'query') {
    const held = entries(holder.inventory).filter(({ item }) => parameters.item === undefined || item === parameters.item)
    return { output: { owner: parameters.owner, held }, stateChanges: [] }
  }
  if (parameters.item === undefined) throw new Refusal(`Say which item to ${parameters.do}.`)
  const { now, stateChanges } = (parameters.do === 'add' ? add : remove)(holder, parameters)
  return { output: { owner: parameters.owner, item: parameters.item, count: now }, stateChanges }
}

let text = ''
for await (const part of stdin.setEncoding('utf8')) text += part
try {
  stdout.write(JSON.stringify({ success: true, ...answerTo(JSON.parse(text)), errors: [] }))
} catch (error) {
  const why = error instanceof Refusal ? error.message : `The input can't be read: ${error.message}`
  stdout.write(JSON.stringify({ success: false, output: {}, stateChanges: [], errors: [why] }))
  process.exitCode = 1
}
