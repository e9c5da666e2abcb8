import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { BundledGame } from '../../../shared/story/campaign'
import { bundledStarts } from './starts'

/** The file with types for authors of rules. It is the same for every game. */
const TYPES = 'proscenium.d.ts'

/** The bundled games, those with a sample first. A game's sample is the campaign whose ABOUT.md names it as `game`. */
export function bundledGames(resources: string): BundledGame[] {
  const starts = bundledStarts(resources).map(({ game, isSample, id, title, premise }) => ({ game, isSample, shown: { id, title, premise } }))
  const games = folders(join(resources, 'rules'), 'manifest.yaml').map((id): BundledGame => {
    const manifest = readFileSync(join(resources, 'rules', id, 'manifest.yaml'), 'utf8')
    const name = /^game: *(.+?) *$/m.exec(manifest)?.[1]?.replace(/^["']|["']$/g, '') ?? id
    const ofGame = starts.filter(({ game }) => game === id)
    const sample = ofGame.find(({ isSample }) => isSample)?.shown
    const small = ofGame.filter(({ isSample }) => !isSample).map(({ shown }) => shown)
    return { id, name, about: firstSentence(join(resources, 'rules', id, 'README.md')), ...(sample ? { sample } : {}), starts: small }
  })
  return games.toSorted((a, b) => Number(a.sample === undefined) - Number(b.sample === undefined))
}

/** The files of a bundled game for a new campaign, by path under its rules/. */
export function gameFiles(resources: string, id: string): Map<string, Buffer> {
  const files = readFolder(join(resources, 'rules', id))
  return files.set(TYPES, plainText(join(resources, 'rules', TYPES)))
}

/** Whether a rules file, by its path in a campaign or game, is identical to a bundled one. */
export function stockOf(resources: string): (path: string, text: string) => boolean {
  const bundledTexts = new Map<string, Set<string>>()
  for (const { id } of bundledGames(resources))
    for (const [path, bytes] of gameFiles(resources, id))
      bundledTexts.set(path, (bundledTexts.get(path) ?? new Set<string>()).add(bytes.toString('utf8')))
  return (path, text) => bundledTexts.get(path)?.has(text.replaceAll('\r\n', '\n')) === true
}

/** Every plain file below a folder, by path with forward slashes. */
export function readFolder(root: string): Map<string, Buffer> {
  const out = new Map<string, Buffer>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    out.set(relative(root, full).split(sep).join('/'), plainText(full))
  }
  return out
}
const plainText = (file: string): Buffer => Buffer.from(readFileSync(file, 'utf8').replace(/\r\n/g, '\n'))

/** A sentence about a game: the first one under the heading of its README; empty if there is none. */
function firstSentence(file: string): string {
  if (!existsSync(file)) return ''
  const [first = ''] = readFileSync(file, 'utf8')
    .replace(/\r\n/g, '\n')
    .split(/\n\s*\n/)
    .filter((paragraph) => !/^\s*(#|$)/.test(paragraph))
  return /^.*?[.!?](?=\s|$)/s.exec(first.replace(/\s+/g, ' ').trim())?.[0] ?? ''
}

/** The subfolders of a folder that hold a file of this name, sorted. */
const folders = (root: string, file: string): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, file)))
    .map((entry) => entry.name)
    .toSorted()
