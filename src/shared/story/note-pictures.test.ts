import { expect, it } from 'vitest'
import { pathFrom, pathTo } from '../base/paths'
import { notePicture, picturesByName, picturesInNote, pictureText } from './note-pictures'

it('a note shows the files that it embeds, but no code and nothing of the web', () => {
  const text = [
    '# Art ![[map.PNG|300]] and ![The quay](<../a b/quay.webp> "Dusk")',
    '```',
    '![](code.png)',
    '```',
    '`![](code.png)` ![](my%20sea.jpg) ![x](https://a.b/c.png) ![y](z.svg) ![[Note]] ![[film.mp4]]'
  ].join('\n')
  expect(picturesInNote(text)).toEqual([
    { target: 'map.PNG', alt: undefined, line: 1 },
    { target: '../a b/quay.webp', alt: 'The quay', line: 1 },
    { target: 'my sea.jpg', alt: '', line: 5 }
  ])
})

it('a picture is found from its note, from the campaign’s folder, or in world/pictures, so that it stays when its note moves', () => {
  const has = (path: string): boolean => ['world/pictures/quay.jpg', 'world/misc/art/a.png', 'art/b.png'].includes(path)
  const found = [
    '../pictures/quay.jpg',
    '../../../pictures/quay.jpg',
    'quay.jpg',
    'art/a.png',
    'art/b.png',
    '/art/b.png',
    'none.png',
    '../../../x.png'
  ]
  expect(found.map((target) => notePicture('world/misc/Art.md', target, has))).toEqual([
    'world/pictures/quay.jpg',
    'world/pictures/quay.jpg',
    'world/pictures/quay.jpg',
    'world/misc/art/a.png',
    'art/b.png',
    'art/b.png',
    'world/misc/none.png',
    'world/pictures/x.png'
  ])
  const named = picturesByName(['vault/Z/Pasted image.png', 'vault/A/pasted image.png', 'vault/A/pasted image.md'])
  expect(notePicture('vault/Note.md', 'Pasted image.png', has, named)).toBe('vault/A/pasted image.png')
})

it.each([
  ['world/story/storm/scene.arrow', 'world/pictures/quay.jpg', '../../pictures/quay.jpg'],
  ['world/misc/Art.md', 'world/misc/quay.jpg', 'quay.jpg'],
  ['Art.md', 'world/pictures/quay.jpg', 'world/pictures/quay.jpg'],
  ['player-notes/Wren/a.md', 'world/pictures/quay.jpg', '../../world/pictures/quay.jpg']
])('from %s to %s leads %s, and back', (file, to, path) => expect([pathTo(file, to), pathFrom(file, path)]).toEqual([path, to]))

it('a path leads nowhere outside of the campaign', () =>
  expect(['../../../a.png', '../../.././../b.png'].map((path) => pathFrom('world/misc/Art.md', path))).toEqual([undefined, undefined]))

it.each(['../pictures/نور.jpg', '../pictures/my quay (1).jpg', 'a%20b.png'])('a picture at %s is written so that it is found again', (path) => {
  const text = pictureText(path, 'The [old]\nquay 🌅')
  expect(picturesInNote(text)).toEqual([{ target: path, alt: 'The old quay 🌅', line: 1 }])
})
