// The lint rule `walls/walls`: who may import whom, and which parts of the code are pure. The walls themselves are data: `walls.json`.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const LINT_FOLDER = dirname(fileURLToPath(import.meta.url))
const ROOT = dirname(LINT_FOLDER)

/**
 * @typedef {object} Room A part of the source tree with walls around it.
 * @property {string} room Its path from the repository's root, without an extension; a last `*` stands for any one folder.
 * @property {string[]} imports Paths it may import from besides itself, without extensions.
 * @property {string[]} [packages] The packages it may import; any but Electron when missing.
 * @property {string[]} [owns] The packages that no other room may import.
 * @property {boolean} [node] Whether it may import Node's modules; it may when missing.
 * @property {string[]} [doors] The only modules of the room that other rooms may import, without extensions; any when missing.
 * @property {boolean} [pure] Whether its results depend on its arguments alone: no clock, no chance, no I/O.
 *
 * @typedef {object} Door A module of a room that only some of those who may import the room may import.
 * @property {string} module Its path, without an extension.
 * @property {string[]} importers Paths of those that may import it, without extensions.
 */

const data = JSON.parse(readFileSync(join(LINT_FOLDER, 'walls.json'), 'utf8'))

/** The rooms of `walls.json`, where several alike may stand as one entry. @type {Room[]} */
const rooms = data.rooms.flatMap((entry) => [entry.room].flat().map((room) => ({ ...entry, room })))

/** @type {Door[]} */
const doors = data.doors

/** The globals of the language itself. `Math` and `Date` are checked use by use. */
const LANGUAGE = new Set(
  `undefined NaN Infinity globalThis Object Array String Number Boolean BigInt Symbol JSON RegExp Promise Proxy Reflect Map Set WeakMap WeakSet Error
   TypeError RangeError SyntaxError parseInt parseFloat isNaN isFinite Intl Iterator encodeURIComponent decodeURIComponent ArrayBuffer SharedArrayBuffer
   DataView Atomics Uint8Array Int8Array Uint8ClampedArray Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array BigInt64Array
   BigUint64Array`.split(/\s+/)
)

/** The part of a path that a pattern matches from its start: the path itself, or a folder above it. */
function prefixOf(path, pattern) {
  const segments = path.split('/')
  const wanted = pattern.split('/')
  if (wanted.length + (pattern.endsWith('*') ? 1 : 0) > segments.length) return undefined
  return wanted.every((part, at) => part === '*' || part === segments[at]) ? segments.slice(0, wanted.length).join('/') : undefined
}

const withoutExtension = (path) => path.replace(/\.[cm]?[jt]sx?$/, '')

/** The room of a file: the matching one with the longest path; of two equally long, the one without `*`. */
function roomOf(path) {
  const holding = rooms.filter(({ room }) => prefixOf(path, room) !== undefined)
  const rank = ({ room }) => room.split('/').length * 2 - (room.includes('*') ? 1 : 0)
  return holding.toSorted((a, b) => rank(b) - rank(a))[0]
}

/** Why a file may not import a module, or undefined if it may. */
function importProblem(path, source) {
  const room = roomOf(path)
  const own = prefixOf(path, room.room)
  if (source.startsWith('.')) {
    const target = withoutExtension(join(dirname(path), source.replace(/\?.*$/, '')).split(sep).join('/'))
    // Top-level files, such as package.json, belong to no room.
    if (!/^(?:src|bench)\//.test(target)) return undefined
    const allowed = [own, ...room.imports].some((prefix) => prefixOf(target, prefix) !== undefined)
    if (!allowed) return `${own} may not import ${target}. What it may import stands in lint/walls.json.`
    const entered = rooms.find(
      ({ room, doors: only }) => only !== undefined && prefixOf(target, room) !== undefined && prefixOf(path, room) === undefined
    )
    if (entered?.doors.includes(target.replace(/\/index$/, '')) === false)
      return `Others may import only ${entered.doors.join(' and ')} of ${entered.room}, not ${target}.`
    const door = doors.find(({ module }) => module === target)
    if (door === undefined || door.importers.some((importer) => prefixOf(path, importer) !== undefined)) return undefined
    return `Only ${door.importers.join(', ')} may import ${target}. The doors stand in lint/walls.json.`
  }
  if (source.startsWith('node:')) return room.node === false ? `${own} may not import Node's modules.` : undefined
  const isPackage = (name) => source === name || source.startsWith(`${name}/`)
  const owner = rooms.find(({ owns = [] }) => owns.some(isPackage))
  if (owner !== undefined && owner !== room) return `Only ${owner.room} may import the package ${source}.`
  const allowed = room.packages === undefined ? source !== 'electron' : room.packages.some(isPackage)
  return allowed ? undefined : `${own} may not import the package ${source}. What it may import stands in lint/walls.json.`
}

/** Why a pure file may not use a global in this way, or undefined if it may. */
function globalProblem(identifier) {
  const { name, parent } = identifier
  const member = parent?.type === 'MemberExpression' && parent.object === identifier && !parent.computed ? parent.property.name : undefined
  if (name === 'Math') return member !== undefined && member !== 'random' ? undefined : 'Pure code takes its dice as an argument: no Math.random.'
  if (name === 'Date') {
    const dated = (parent?.type === 'NewExpression' && parent.arguments.length > 0) || member === 'UTC' || member === 'parse'
    return dated ? undefined : 'Pure code takes the time as an argument: no Date.now, no new Date().'
  }
  if (name === 'globalThis') return 'Pure code reaches no global object.'
  return LANGUAGE.has(name) ? undefined : `Pure code may not use ${name}: its results depend on its arguments alone.`
}

const walls = {
  create(context) {
    const path = withoutExtension(relative(ROOT, context.filename).split(sep).join('/'))
    const check = (source) => {
      if (roomOf(path) === undefined) return
      const message =
        typeof source?.value === 'string' ? importProblem(path, source.value) : 'Import a module by its name, so that it can be checked.'
      if (message !== undefined) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => source && check(source),
      ImportExpression: ({ source }) => check(source),
      TSImportType: ({ source, argument }) => check(source ?? argument?.literal ?? argument),
      Program(node) {
        const room = roomOf(path)
        if (room === undefined) context.report({ node, message: `No room of lint/walls.json holds ${path}: add one.` })
        if (room?.pure !== true) return
        const { through, variables } = context.sourceCode.scopeManager.globalScope
        // The linter lists the language's own globals as variables without a definition; unknown globals are references without a variable.
        const globals = variables.filter(({ defs }) => defs.length === 0).flatMap(({ references }) => references)
        for (const { identifier, isTypeReference } of [...globals, ...through]) {
          if (isTypeReference) continue
          const message = globalProblem(identifier)
          if (message !== undefined) context.report({ node: identifier, message })
        }
      }
    }
  }
}

export default { meta: { name: 'walls' }, rules: { walls } }
