type Images = readonly (readonly [size: number, png: Buffer])[]

export function ico(images: Images): Buffer
export function icns(images: Images): Buffer
