import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Problem } from '../../shared/base/problem'
import { MANIFEST } from './manifest'

/** The languages in which a new tool can be written. */
export const LANGUAGES = ['javascript', 'python', 'shell'] as const
export type Language = (typeof LANGUAGES)[number]

const manifest = (name: string, run: string): string => `# The tool's name and what it does. A model reads both when it chooses a tool.
name: ${name}
description: Greets somebody by name.

# The program and its arguments. Files of this folder are found by their name.
run: ${run}

# The parts of the state that the tool receives and may change.
state: []

# The maximum number of seconds for one answer.
timeout: 10

# The parameters, as a JSON Schema.
input:
  type: object
  properties:
    name: { type: string, minLength: 1, description: Whom to greet. }
  required: [name]
  additionalProperties: false

# Inputs that \`proscenium tool test\` tries, and whether the tool should succeed.
examples:
  - parameters: { name: "O'Hara" }
    success: true
`

const javascript = `// Reads one JSON object from standard input and writes one to standard output. Anything for people goes to standard error.
import { stdin, stdout } from 'node:process'

const answer = (success, output, errors = []) => {
  stdout.write(JSON.stringify({ success, output, stateChanges: [], errors }))
  process.exitCode = success ? 0 : 1
}

let text = ''
for await (const part of stdin.setEncoding('utf8')) text += part
try {
  const { parameters } = JSON.parse(text)
  answer(true, { greeting: \`Good evening, \${parameters.name}.\` })
} catch (error) {
  answer(false, {}, [\`The input can't be read: \${error.message}\`])
}
`

const python = `# Reads one JSON object from standard input and writes one to standard output. Anything for people goes to standard error.
import json
import sys


def answer(success, output, errors=()):
    json.dump({"success": success, "output": output, "stateChanges": [], "errors": list(errors)}, sys.stdout)
    sys.exit(0 if success else 1)


try:
    request = json.load(sys.stdin)
    greeting = f"Good evening, {request['parameters']['name']}."
except (ValueError, KeyError, TypeError) as error:
    answer(False, {}, [f"The input can't be read: {error}"])
answer(True, {"greeting": greeting})
`

const shell = `# Reads one JSON object from standard input and writes one to standard output. Anything for people goes to standard error.
# A shell can't read JSON by itself: this one only looks whether it was given an object. With jq installed, use it instead.
input=$(cat)
case "$input" in
  '{'*'}') printf '%s' '{"success": true, "output": {"greeting": "Good evening."}, "stateChanges": [], "errors": []}' ;;
  *)
    printf '%s' '{"success": false, "output": {}, "stateChanges": [], "errors": ["The input is not a JSON object."]}'
    exit 1
    ;;
esac
`

const TEMPLATES: Record<Language, { file: string; text: string; program: string }> = {
  javascript: { file: 'tool.mjs', text: javascript, program: 'node' },
  python: { file: 'tool.py', text: python, program: 'python3' },
  shell: { file: 'tool.sh', text: shell, program: 'sh' }
}

/** A file of a new tool: its name and text. */
interface NewFile {
  file: string
  text: string
}

/** Writes a new tool that fulfils the contract into a new or empty folder. Returns its files. Throws Problem; then nothing was written. */
export async function newTool(folder: string, language: Language): Promise<string[]> {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 64)
  if (name === '')
    throw new Problem(
      'bad-input',
      `A tool can't be named after ${folder}. Give the folder a name with letters, such as ${join(dirname(folder), 'inventory')}.`
    )
  const { file, text, program } = TEMPLATES[language]
  return writeTool(folder, [
    { file: MANIFEST, text: manifest(name, `[${program}, ${file}]`) },
    { file, text }
  ])
}

/** The names of the tools that are part of Proscenium. `shipped`: their folder. */
export async function shippedTools(shipped: string): Promise<string[]> {
  const entries = await readdir(shipped, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

/** Copies a tool that is part of Proscenium into a new or empty folder. Returns its files. Throws Problem; then nothing was written. */
export async function copyTool(folder: string, name: string, shipped: string): Promise<string[]> {
  const names = await shippedTools(shipped)
  if (!names.includes(name)) throw new Problem('not-found', `No tool "${name}" comes with Proscenium. Name one of ${names.join(', ')}.`, { name })
  const files = (await readdir(join(shipped, name))).toSorted()
  return writeTool(folder, await Promise.all(files.map(async (file) => ({ file, text: await readFile(join(shipped, name, file), 'utf8') }))))
}

/** Writes all files atomically. */
async function writeTool(folder: string, files: readonly NewFile[]): Promise<string[]> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error.code === 'ENOTDIR' ? new Problem('bad-folder', `${folder} is a file. Name a new folder.`, { folder }) : error
  })
  if (entries.length > 0) throw new Problem('bad-folder', `${folder} is not empty. Name a new folder.`, { folder })
  const createdFolder = await mkdir(folder, { recursive: true })
  try {
    for (const { file, text } of files) await writeFile(join(folder, file), text, { flag: 'wx' })
  } catch (error) {
    for (const { file } of files) await rm(join(folder, file), { force: true })
    if (createdFolder !== undefined) await rm(createdFolder, { recursive: true, force: true })
    throw error
  }
  return files.map(({ file }) => join(folder, file))
}
