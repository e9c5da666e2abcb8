/** The path that a text in a file names, from the file's folder or, after a slash, from the root; undefined if it leads out of the root. */
export function pathFrom(file: string, path: string): string | undefined {
  const parts = path.startsWith('/') ? [] : file.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** The path from the folder of a file to another file, as the text of the file names it. */
export function pathTo(file: string, path: string): string {
  const [from, to] = [file.split('/').slice(0, -1), path.split('/')]
  let same = 0
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/')
}
