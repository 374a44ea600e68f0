"""Encoders that turn a source into arrays.

Torch and related packages are imported inside functions only.

| file | what is in it |
|---|---|
| `protocol`, `value_encoder` | what a build asks of encoders: of pictures, prompts, values by key |
| `catalogue` | what can be built: a row per model type |
| `text_families`, `text_stages` | text encoders: a row per class of transformers, a stage per use |
| `config_encoders` | the encoders of a config: chosen, loaded, named |
| `model_files`, `vae_files`, `text_settings` | where models lie and what a config asks of them |
| `checkpoints` | text encoders inside one file |
| `image_latents`, `text_embeddings` | pictures through a VAE, prompts through text encoders |
| `efficient_net` | what Würstchen and Stable Cascade have in place of a VAE |
| `pictures`, `draws` | how pictures are read and cut, what the trainer draws |
| `tokenizers`, `section_tokens`, `text_sections` | tokenizers; texts as rows of ids |
| `processors`, `vision_pixels`, `audio` | image processors, feature extractors, clips |
| `patch_means` | the embedded encoder |
| `device`, `packages` | what computes, in which number types; packages imported late |
"""
