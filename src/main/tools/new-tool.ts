import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Problem } from '../../shared/base/problem'
import { MANIFEST } from './manifest'

/** The languages in which a new tool can be written. */
export const TOOL_LANGUAGES = ['javascript', 'python', 'shell'] as const
export type ToolLanguage = (typeof TOOL_LANGUAGES)[number]

/** The program of each language, which runs a file of `resources/new-tool`. */
const TEMPLATES: Record<ToolLanguage, { file: string; program: string }> = {
  javascript: { file: 'tool.mjs', program: 'node' },
  python: { file: 'tool.py', program: 'python3' },
  shell: { file: 'tool.sh', program: 'sh' }
}

/** Writes a new tool from the templates in `resources` into a new or empty folder. Returns its files. Throws Problem; then nothing was written. */
export async function newTool(folder: string, language: ToolLanguage, resources: string): Promise<string[]> {
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
  const { file, program } = TEMPLATES[language]
  const template = (path: string): Promise<string> => readFile(join(resources, 'new-tool', path), 'utf8')
  const manifest = (await template(MANIFEST)).replace(/^name: .*$/m, `name: ${name}`).replace(/^run: .*$/m, `run: [${program}, ${file}]`)
  return writeTool(folder, [
    { file: MANIFEST, text: manifest },
    { file, text: await template(file) }
  ])
}

/** Copies a tool from `shipped` into a new or empty folder. Returns its files. Throws Problem; then nothing was written. */
export async function copyTool(folder: string, name: string, shipped: string): Promise<string[]> {
  const names = (await readdir(shipped)).toSorted()
  if (!names.includes(name)) throw new Problem('not-found', `No tool "${name}" comes with Proscenium. Name one of ${names.join(', ')}.`, { name })
  const files = (await readdir(join(shipped, name))).toSorted()
  return writeTool(folder, await Promise.all(files.map(async (file) => ({ file, text: await readFile(join(shipped, name, file), 'utf8') }))))
}

/** Writes all files atomically. */
async function writeTool(folder: string, files: readonly { file: string; text: string }[]): Promise<string[]> {
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
