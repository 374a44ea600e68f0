"""The sample's other caches: sounds, texts and parameters, and what models are fed with of them.

Everything is made with numpy, Pillow and the standard library, so that it is there before anybody
installs the packages of real encoders. Encoders here are honest ones of their own: what they make
carries their own fingerprints, and passes for nobody else's.
"""
