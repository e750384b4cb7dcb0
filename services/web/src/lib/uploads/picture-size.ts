/** Width and height without drawing the picture; null for what is none. */
export function pictureSize(address: string): Promise<{ width: number; height: number } | null> {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve({ width: image.naturalWidth, height: image.naturalHeight }));
    image.addEventListener('error', () => resolve(null));
    image.src = address;
  });
}
