/** TypeScript of the files that run inside the sandbox before any rule, by name. It is compiled there, not here. */
const texts = import.meta.glob<string>(
  ['./*.ts', '!./*.d.ts', '!./sources.ts', '../../../shared/words/plural.ts', '../../../shared/story/{sheet,sides,tables}.ts'],
  { eager: true, query: '?raw', import: 'default' }
)
export const kernelSources: ReadonlyMap<string, string> = new Map(
  Object.entries(texts).map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1, -'.ts'.length), text])
)
